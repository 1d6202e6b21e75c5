package org.mqemu.runner.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;

/**
 * The directions between the modules, and what a model must not do.
 *
 * <p>The poms state the same directions, but a pom is changed in passing, and then nobody sees that a device has come
 * to know the host side.
 */
@AnalyzeClasses(packages = "org.mqemu", importOptions = DoNotIncludeTests.class)
class ModuleDirectionsTest {
    private static final String OURS = "org.mqemu..";
    private static final String API = "org.mqemu.api..";
    private static final String BLKMQ = "org.mqemu.blkmq..";
    private static final String SCSI = "org.mqemu.scsi..";
    private static final String DEVICES = "org.mqemu.devices..";
    private static final String RUNNER = "org.mqemu.runner..";

    /** The one package that owns the wall clock. */
    private static final String CLOCK = "org.mqemu.api.clock..";

    /** What reads the host's time, waits for it, or draws a number that no seed decides: the methods, by class. */
    private static final Map<String, Set<String>> HOST = Map.of(
            "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
            "java.lang.Thread", Set.of("sleep"),
            "java.util.concurrent.TimeUnit", Set.of("sleep"),
            "java.util.concurrent.locks.LockSupport", Set.of("parkNanos", "parkUntil"),
            "java.time.Instant", Set.of("now"),
            "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system"),
            "java.lang.Math", Set.of("random"),
            "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
            "java.util.UUID", Set.of("randomUUID"));

    /** Generators whose constructor without arguments takes a seed from the host. */
    private static final Set<String> SEEDED_BY_THE_HOST =
            Set.of("java.util.Random", "java.util.SplittableRandom", "java.security.SecureRandom");

    @ArchTest
    static final ArchRule apiShouldKnowNoOtherModule = module(API);

    @ArchTest
    static final ArchRule devicesShouldKnowTheApiOnly = module(DEVICES, API);

    @ArchTest
    static final ArchRule blkmqShouldKnowTheApiOnly = module(BLKMQ, API);

    @ArchTest
    static final ArchRule scsiShouldKnowBlkmqAndTheApi = module(SCSI, BLKMQ, API);

    @ArchTest
    static final ArchRule everyClassShouldBelongToAModule = classes()
            .should()
            .resideInAnyPackage(API, BLKMQ, SCSI, DEVICES, RUNNER)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule modelsShouldNotReadTheHost = noClasses()
            .that(resideInAnyPackage(API, BLKMQ, SCSI, DEVICES).and(not(resideInAPackage(CLOCK))))
            .should()
            .accessTargetWhere(readsTheHost())
            .because("time comes from the emulated clock and chance from the scenario's seed")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule modelsShouldNotDependOnAkka = noClasses()
            .that()
            .resideInAPackage("org.mqemu..model..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("akka..")
            .because("a model is a plain class, and an actor a thin shell over it")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule apiShouldHaveNoCycles = acyclic("api");

    @ArchTest
    static final ArchRule blkmqShouldHaveNoCycles = acyclic("blkmq");

    @ArchTest
    static final ArchRule scsiShouldHaveNoCycles = acyclic("scsi");

    @ArchTest
    static final ArchRule devicesShouldHaveNoCycles = acyclic("devices");

    @ArchTest
    static final ArchRule runnerShouldHaveNoCycles = acyclic("runner");

    private static ArchRule module(String own, String... known) {
        DescribedPredicate<JavaClass> allowed = not(resideInAPackage(OURS))
                .or(resideInAPackage(own))
                .or(resideInAnyPackage(known))
                .as("belong to it, to %s or to another project", String.join(" and ", known));
        return classes()
                .that()
                .resideInAPackage(own)
                .should()
                .onlyDependOnClassesThat(allowed)
                .allowEmptyShould(true);
    }

    private static ArchRule acyclic(String module) {
        return slices().matching("org.mqemu." + module + ".(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true);
    }

    /** A call or a method reference: an access either way. */
    private static DescribedPredicate<JavaAccess<?>> readsTheHost() {
        return describe("the host's time or chance", access -> {
            String owner = access.getTargetOwner().getName();
            String name = access.getTarget().getName();
            return HOST.getOrDefault(owner, Set.of()).contains(name)
                    || (SEEDED_BY_THE_HOST.contains(owner)
                            && access.getTarget().getFullName().endsWith("<init>()"));
        });
    }
}

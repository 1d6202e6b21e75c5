package org.mqemu.devices.hba;

import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTask;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandSink;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.HbaTask;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.api.hardware.VectorPort;
import org.mqemu.devices.fault.FaultKind;
import org.mqemu.devices.fault.FaultRule;
import org.mqemu.devices.fault.FaultStatistics;
import org.mqemu.devices.server.ByteRate;
import org.mqemu.devices.server.FifoServer;

/**
 * A host bus adapter: one submission queue, logical units behind it, and a reply queue for each vector.
 *
 * <p>A command passes two serial stages in a row, both first come first served: the firmware, which costs the same for
 * each request, and the DMA engine, which costs the request's data and overhead at the PCIe rate. One DMA stage stands
 * for both directions and is charged once, when the command is started, also for reads: only its throughput matters,
 * and a read's data could as well be charged on its way back. Flushes and discards cost the overhead alone. Latencies
 * occupy nothing.
 *
 * <p>What a host must never do fails the run and names the HBA: more commands than {@code can_queue}, an index in use
 * twice, a logical unit or reply queue that does not exist. So does a drive that ends a command twice.
 *
 * <p>Faults: while its links are down it ends what it holds and what comes with {@link CommandStatus#TRANSPORT_ERROR}. A
 * firmware reset of its own accord takes back what it holds, commands and task management functions, and answers them
 * with {@link CommandStatus#RESET} when it is up again; what comes meanwhile waits. No drive hears of either.
 */
public final class Hba extends Component implements HbaPort, CommandSink {
    private static final int SECTOR_BYTES = 512;

    private final HbaParameters parameters;
    private final List<HbaLun> luns;
    private final List<Ref<VectorPort>> replyQueues;
    private final Ref<CommandSink> self = ref(CommandSink.class);
    private final CommandTable table;
    private final HbaTasks tasks;
    private final FifoServer firmware = new FifoServer();
    private final FifoServer dma = new FifoServer();
    private final ByteRate rate;
    private final @Nullable HbaFaults faults;
    private long upNs;
    private long commands;
    private long completed;
    private long failed;
    private LongSupplier heldByUnits = () -> 0;
    private long ended;
    private long late;

    /**
     * Creates an HBA.
     *
     * @param parameters what it can do
     * @param luns its logical units: a command's {@code lun} is the place in this list
     * @param replyQueues its vectors: a command's {@code HbaCommand.replyQueue} is the place in this list
     */
    public Hba(HbaParameters parameters, List<HbaLun> luns, List<Ref<VectorPort>> replyQueues) {
        this(parameters, luns, replyQueues, List.of());
    }

    /**
     * Creates an HBA that misbehaves.
     *
     * @param parameters what it can do
     * @param luns its logical units
     * @param replyQueues its vectors
     * @param rules its faults, of kinds {@link FaultKind#ofHbas()}; none for an HBA without
     */
    public Hba(HbaParameters parameters, List<HbaLun> luns, List<Ref<VectorPort>> replyQueues, List<FaultRule> rules) {
        this.parameters = parameters;
        this.luns = List.copyOf(luns);
        this.tasks = new HbaTasks(this.luns);
        this.replyQueues = List.copyOf(replyQueues);
        this.table = new CommandTable(parameters.canQueue());
        this.rate = new ByteRate(parameters.bytesPerSecond());
        this.faults = rules.isEmpty() ? null : new HbaFaults(rules);
    }

    @Override
    protected void onStart() {
        catchUp();
    }

    @Override
    protected void onSelf() {
        catchUp();
    }

    /**
     * Says how many commands units hold that will never answer, such as one that hangs for ever: at the end of a run the HBA
     * may have so many, if nobody has reset it.
     *
     * @param held gives their number
     */
    public void unitsHold(LongSupplier held) {
        heldByUnits = held;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the host breaks a rule of the HBA
     */
    @Override
    public void onHbaCommand(HbaCommand command) {
        check(command);
        commands++;
        if (faults != null && refuses(faults, command)) {
            failed++;
            reply(
                    command.replyQueue(),
                    new Reply(command.index(), command.serial(), CommandStatus.TRANSPORT_ERROR),
                    whenUpNs());
            return;
        }
        if (table.open(command)) {
            ended++;
        }
        long startedNs = firmware.serve(nowNs(), parameters.requestNs());
        long movedNs = dma.serve(startedNs, rate.costNs(bytes(command)));
        send(
                luns.get(command.lun()).device(),
                new BlockCommand(
                        CommandTable.token(command.index(), command.serial()),
                        command.op(),
                        command.sector(),
                        command.sectors(),
                        self),
                movedNs + parameters.submitLatencyNs());
    }

    private void check(HbaCommand command) {
        if (command.lun() < 0 || command.lun() >= luns.size()) {
            throw new IllegalStateException("no such logical unit: " + command);
        }
        if (command.replyQueue() < 0 || command.replyQueue() >= replyQueues.size()) {
            throw new IllegalStateException("no such reply queue: " + command);
        }
        if (command.sectors() < 0) {
            throw new IllegalStateException("a negative length: " + command);
        }
    }

    private long bytes(HbaCommand command) {
        long data = command.op().movesData() ? (long) command.sectors() * SECTOR_BYTES : 0;
        return data + parameters.overheadBytes();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the command is not open
     */
    @Override
    public void onCommandDone(CommandDone done) {
        if (HbaTasks.isTask(done.token())) {
            onTaskAnswered(done.token());
            return;
        }
        int replyQueue = table.close(done.token());
        if (replyQueue == CommandTable.GIVEN_UP) {
            late++;
            return;
        }
        if (done.status() == CommandStatus.GOOD) {
            completed++;
        } else {
            failed++;
        }
        reply(
                replyQueue,
                new Reply(CommandTable.indexOf(done.token()), CommandTable.serialOf(done.token()), done.status()),
                nowNs());
    }

    private void reply(int replyQueue, Reply reply, long atNs) {
        send(replyQueues.get(replyQueue), reply, atNs + parameters.replyLatencyNs());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if there is no such logical unit or reply queue
     */
    @Override
    public void onHbaTask(HbaTask task) {
        if (task.lun() < 0 || task.lun() >= luns.size()) {
            throw new IllegalStateException("no such logical unit: " + task);
        }
        if (task.replyQueue() < 0 || task.replyQueue() >= replyQueues.size()) {
            throw new IllegalStateException("no such reply queue: " + task);
        }
        catchUp();
        if (task.kind() == TaskKind.HOST_RESET) {
            resetHost(task);
            return;
        }
        long abortToken = task.kind() == TaskKind.ABORT_TASK ? table.tokenOf(task.abortIndex()) : -1;
        if (task.kind() == TaskKind.ABORT_TASK && abortToken < 0) {
            answer(task, CommandStatus.GOOD);
            return; // it has been answered meanwhile
        }
        if (faults != null && faults.isLinkDown(nowNs())) {
            answer(task, CommandStatus.TRANSPORT_ERROR);
            return;
        }
        List<Integer> reached = tasks.reach(task);
        tasks.open(task, reached.size());
        BlockTask toDrive = new BlockTask(HbaTasks.token(task), task.kind(), abortToken, self);
        for (int lun : reached) {
            send(luns.get(lun).device(), toDrive, whenUpNs() + parameters.submitLatencyNs());
        }
    }

    private void onTaskAnswered(long token) {
        HbaTask task = tasks.answered(token);
        if (task == null) {
            return;
        }
        if (task.kind() == TaskKind.ABORT_TASK) {
            giveUp(table.tokenOf(task.abortIndex()));
        } else {
            tasks.reach(task).forEach(lun -> table.openOf(lun).forEach(this::giveUp));
        }
        answer(task, CommandStatus.GOOD);
    }

    private void giveUp(long token) {
        if (table.giveUp(token)) {
            ended++;
        }
    }

    private void answer(HbaTask task, CommandStatus status) {
        reply(task.replyQueue(), new Reply(task.index(), task.serial(), status), whenUpNs());
    }

    /** Returns now, or when the firmware is up again. */
    private long whenUpNs() {
        return Math.max(nowNs(), upNs);
    }

    private void resetHost(HbaTask task) {
        table.openOf(-1).forEach(this::giveUp);
        tasks.forget();
        restart(nowNs() + parameters.resetNs());
        answer(task, CommandStatus.GOOD);
    }

    private void restart(long newUpNs) {
        upNs = newUpNs;
        firmware.resetUntil(nowNs(), upNs);
        dma.resetUntil(nowNs(), upNs);
    }

    // ---- faults ----

    /** Lets the rules look at a command and returns whether it can not be taken, as the links are down. */
    private boolean refuses(HbaFaults script, HbaCommand command) {
        catchUp();
        FaultRule rule = script.onCommand(command, nowNs(), random());
        if (rule != null) {
            begin(script, rule, nowNs());
        }
        return script.isLinkDown(nowNs());
    }

    /** Does what time has brought about. */
    private void catchUp() {
        HbaFaults script = faults;
        if (script == null) {
            return;
        }
        for (FaultRule rule = script.due(nowNs()); rule != null; rule = script.due(nowNs())) {
            begin(script, rule, rule.trigger().fromNs());
        }
        if (script.nextNs() != FaultRule.FOREVER) {
            armSelf(script.nextNs());
        }
    }

    private void begin(HbaFaults script, FaultRule rule, long beginNs) {
        long endNs = rule.endNs(beginNs);
        if (rule.kind() == FaultKind.LINK_DOWN) {
            script.linkDownUntil(endNs);
        } else {
            restart(Math.max(whenUpNs(), endNs));
        }
        CommandStatus status = rule.kind().status();
        table.openOf(-1).forEach(token -> takeBack(token, status));
        for (HbaTask task : tasks.forget()) {
            answer(task, status);
        }
    }

    private void takeBack(long token, CommandStatus status) {
        int replyQueue = table.replyQueueOf(token);
        table.giveUp(token);
        failed++;
        reply(replyQueue, new Reply(CommandTable.indexOf(token), CommandTable.serialOf(token), status), whenUpNs());
    }

    /** Returns how often each of its faults has struck. */
    public List<FaultStatistics> faults() {
        return faults == null ? List.of() : faults.statistics(name());
    }

    /**
     * Returns what the HBA has counted; read it in the run only under a clock that is not concurrent.
     *
     * @param atNs the time up to which busy time is counted, in emulated nanoseconds, not before {@link #nowNs()}
     */
    public HbaStatistics statistics(long atNs) {
        return new HbaStatistics(
                commands,
                completed,
                failed,
                ended,
                late,
                table.open(),
                table.maxOpen(),
                firmware.busyNs(atNs),
                dma.busyNs(atNs));
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "commands in flight", Math.max(0, table.open() - heldByUnits.getAsLong()));
    }
}

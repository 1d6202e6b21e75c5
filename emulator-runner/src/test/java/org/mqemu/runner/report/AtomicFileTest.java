package org.mqemu.runner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path directory;

    private long files() throws IOException {
        try (Stream<Path> list = Files.list(directory)) {
            return list.count();
        }
    }

    @Test
    void writesReplacesAndLeavesNothingBeside() throws IOException {
        Path file = directory.resolve("größe.json");
        AtomicFile.write(file, "first, and longer\n");
        AtomicFile.write(file, "zwölf\n");
        assertThat(file).hasContent("zwölf\n");
        assertThat(files()).isOne();
    }

    @Test
    void aLinkIsFollowed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        AtomicFile.write(link, "text");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("text");
    }

    @Test
    void aLinkIsFollowedToWhereNothingIsYet() throws IOException {
        Path file = directory.resolve("file");
        Path first = Files.createSymbolicLink(directory.resolve("first"), Path.of("second"));
        Files.createSymbolicLink(directory.resolve("second"), file);
        AtomicFile.write(first, "text");
        assertThat(first).isSymbolicLink();
        assertThat(file).hasContent("text");
    }

    @Test
    void aCircleOfLinksIsNoPlace() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("link"));
        assertThatThrownBy(() -> AtomicFile.write(link, "text")).hasMessageContaining("leads in a circle");
    }

    @Test
    void aFailureLeavesTheOldFileAndNoTemporary() throws IOException {
        assertThatThrownBy(() -> AtomicFile.write(directory.resolve("no/such/place"), "text"))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> AtomicFile.write(directory, "text")).isInstanceOf(IOException.class);
        assertThat(files()).isZero();
    }

    @Test
    void aDeviceIsWrittenNotReplaced() throws IOException {
        Path device = Path.of("/dev/null");
        AtomicFile.write(device, "text");
        assertThat(Files.isRegularFile(device)).isFalse();
    }
}

package org.mqemu.runner.cli;

import java.nio.file.Path;

/** A process with a run that lasts until it is interrupted, or, if told to be stubborn, for ever. */
final class SignalMain {
    private SignalMain() {}

    /** Takes a scenario's file and perhaps {@code stubborn}. */
    public static void main(String[] args) {
        FakeEmulator emulator = new FakeEmulator();
        emulator.onRun = () -> {
            System.err.println("running");
            while (!emulator.interrupted) {
                Thread.onSpinWait();
            }
            System.err.println("asked to end");
            while (args.length > 1) {
                Thread.onSpinWait();
            }
            return CliReports.partial();
        };
        Interruption interruption = new Interruption();
        interruption.onSignal();
        Host host = new Host(System.out, System.err, false, Path.of("home"), false, interruption);
        System.exit(Cli.run(new String[] {"run", args[0], "--output-format=json"}, host, emulator));
    }
}

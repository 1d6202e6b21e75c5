package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BioEnd;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.CacheLine;

/** A thread that submits given bios under one plug, or under several, and notes their ends. */
public final class Submitter implements BioEnd {
    private final HostFixture host;
    private final CacheLine line;
    private final Context thread;
    private final SubmitBio submitBio;
    private final Program program;
    private final int pid;
    private final List<Bio> bios = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private boolean sync = true;

    /** Makes a thread on a CPU. */
    public Submitter(HostFixture host, TestStack stack, int cpu, int pid) {
        this.host = host;
        this.pid = pid;
        this.line = host.line("end." + pid);
        this.thread = host.cpu(cpu).newThread("submitter" + pid, CpuMode.SYS);
        this.submitBio = stack.newSubmitBio(thread);
        this.program = host.program();
    }

    /** Nobody waits for the bios that follow. */
    public Submitter async() {
        sync = false;
        return this;
    }

    /** Submits a bio. */
    public Submitter bio(BlockQueue queue, Op op, long sector, int sectors) {
        return bio(queue, op, sector, sectors, false, false);
    }

    /** Submits a bio that asks for durability. */
    public Submitter bio(BlockQueue queue, Op op, long sector, int sectors, boolean preflush, boolean fua) {
        Bio bio = new Bio(this, bios.size());
        bio.issuedBy(pid, sync, IoPriority.NONE);
        bio.describe(op, sector, sectors, preflush, fua);
        bios.add(bio);
        program.op((cx, next) -> cx.call(submitBio.submit(queue, bio), next));
        return this;
    }

    /** Begins a plug for so many bios. */
    public Submitter plug(int ios) {
        program.then(cx -> submitBio.startPlug(ios));
        return this;
    }

    /** Reads 8 sectors. */
    public Submitter read(BlockQueue queue, long sector) {
        return bio(queue, Op.READ, sector, 8);
    }

    /** Does something between the bios, in no time. */
    public Submitter then(Runnable action) {
        program.then(cx -> action.run());
        return this;
    }

    /** Works for a while. */
    public Submitter work(long ns) {
        program.work(ns);
        return this;
    }

    /** Ends the plug and begins the next one. */
    public Submitter unplug() {
        program.op((cx, next) -> cx.call(submitBio.finishPlug(), next));
        return this;
    }

    /** Starts, ends the plug at the end, and then sleeps until all bios have ended. */
    public Submitter start(long atNs) {
        unplug();
        program.op((cx, next) -> awaitEnds(cx));
        host.start(thread, atNs, program);
        return this;
    }

    private @Nullable Step awaitEnds(Context cx) {
        return ends.size() < bios.size() ? cx.sleep(true, this::awaitEnds) : cx.ret();
    }

    /** Returns the ends as {@code GOOD 80@1000}, in order. */
    public List<String> ends() {
        return ends;
    }

    /** Returns how many bios it submits. */
    public int size() {
        return bios.size();
    }

    @Override
    public CacheLine line() {
        return line;
    }

    @Override
    public void ended(Context cx, Bio bio, BlockStatus status) {
        ends.add(status + " " + bio.sector() + "@" + cx.nowNs());
        if (ends.size() == bios.size()) {
            cx.wake(thread);
        }
    }
}

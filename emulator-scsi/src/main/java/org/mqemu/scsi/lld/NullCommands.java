package org.mqemu.scsi.lld;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.topology.Topology;

/**
 * The commands of one null_blk device without blk-mq's tags: submit_queues bitmaps of hw_queue_depth bits, each shared by
 * CPUs of neighbouring numbers, and who waits for a bit. Memory that CPUs share.
 *
 * <p>A freed command wakes all that wait at its queue: they wait non-exclusively. The lock of the wait queue is not emulated.
 *
 * <p>Source: drivers/block/null_blk of 3.15 to 6.1: nullb_to_queue, get_tag, put_tag.
 */
public final class NullCommands {
    /** There is no free command. */
    public static final int NONE = -1;

    private static final int BITS_PER_LINE = 512;

    private final String name;
    private final int depth;
    private final int cpusPerQueue;
    private final List<AtomicLongArray> maps = new ArrayList<>();
    private final List<Queue<Context>> waiting = new ArrayList<>();
    private final List<CacheLine> lines = new ArrayList<>();
    private final int linesPerQueue;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong waitedNs = new AtomicLong();

    /**
     * Creates a device's commands.
     *
     * @param name the device's name
     * @param queues its queues (submit_queues), at least 1
     * @param depth commands of each queue (hw_queue_depth), at least 1
     * @param topology the CPUs
     * @param concurrent whether CPUs touch them concurrently
     */
    public NullCommands(String name, int queues, int depth, Topology topology, boolean concurrent) {
        if (queues < 1 || depth < 1) {
            throw new IllegalArgumentException("null_blk needs a queue and a command: " + queues + ", " + depth);
        }
        this.name = name;
        this.depth = depth;
        int cpus = topology.cpus();
        int used = Math.min(queues, cpus);
        this.cpusPerQueue = (cpus + used - 1) / used;
        this.linesPerQueue = (depth + BITS_PER_LINE - 1) / BITS_PER_LINE;
        for (int queue = 0; queue < used; queue++) {
            maps.add(new AtomicLongArray((depth + Long.SIZE - 1) / Long.SIZE));
            waiting.add(new ConcurrentLinkedQueue<>());
            for (int line = 0; line < linesPerQueue; line++) {
                String number = (used == 1 ? "" : Integer.toString(queue)) + (line == 0 ? "" : "." + line);
                lines.add(new CacheLine(name + ".tag_map" + number, topology, concurrent));
            }
        }
    }

    /** Returns the bitmaps' cache lines. */
    public List<CacheLine> lines() {
        return List.copyOf(lines);
    }

    /** Returns the device's name. */
    public String name() {
        return name;
    }

    private int queueOf(int cpu) {
        return cpu / cpusPerQueue;
    }

    /**
     * Takes the first free command of the CPU's queue.
     *
     * @param cx a context; nothing has been charged in its step
     * @return the command, or {@link #NONE}
     */
    int take(Context cx) {
        int command = reserve(cx.cpuNumber());
        cx.touch(command == NONE ? line(queueOf(cx.cpuNumber()), depth - 1) : line(command / depth, command % depth));
        return command;
    }

    int reserve(int cpu) {
        int queue = queueOf(cpu);
        int bit = takeBit(maps.get(queue));
        if (bit == NONE) {
            return NONE;
        }
        taken.incrementAndGet();
        return queue * depth + bit;
    }

    private CacheLine line(int queue, int bit) {
        return lines.get(queue * linesPerQueue + bit / BITS_PER_LINE);
    }

    private int takeBit(AtomicLongArray map) {
        for (int word = 0; word < map.length(); word++) {
            for (long bits = map.get(word); bits != -1L; bits = map.get(word)) {
                int free = Long.numberOfTrailingZeros(~bits);
                if (word * Long.SIZE + free >= depth) {
                    return NONE;
                }
                if (map.compareAndSet(word, bits, bits | 1L << free)) {
                    return word * Long.SIZE + free;
                }
            }
        }
        return NONE;
    }

    /**
     * Frees a command.
     *
     * @param cx a context; nothing has been charged in its step
     * @param command the command
     * @return how many threads it has woken
     */
    int free(Context cx, int command) {
        int queue = command / depth;
        cx.touch(line(queue, command % depth));
        release(command);
        int woken = 0;
        for (Context thread = waiting.get(queue).poll();
                thread != null;
                thread = waiting.get(queue).poll()) {
            cx.wake(thread);
            woken++;
        }
        return woken;
    }

    void release(int command) {
        int bit = command % depth;
        long mask = 1L << bit % Long.SIZE;
        long before = maps.get(command / depth).getAndAccumulate(bit / Long.SIZE, ~mask, (bits, keep) -> bits & keep);
        if ((before & mask) == 0) {
            throw new IllegalStateException(name + ": command " + command + " is freed twice");
        }
    }

    /** Waits at the queue of the thread's CPU (prepare_to_wait); who does must look again before it sleeps. */
    void beginWait(Context thread) {
        waiting.get(queueOf(thread.cpuNumber())).add(thread);
    }

    /** Waits no more (finish_wait). */
    void endWait(Context thread, long ns) {
        waiting.get(queueOf(thread.cpuNumber())).remove(thread);
        waits.incrementAndGet();
        waitedNs.addAndGet(ns);
    }

    /** Returns commands taken, waits for one, and the time waited since the start. */
    public WaitCounts waits() {
        return new WaitCounts(taken.get(), waits.get(), waitedNs.get());
    }

    /** Returns the number of commands in use. */
    public int inUse() {
        int used = 0;
        for (AtomicLongArray map : maps) {
            for (int word = 0; word < map.length(); word++) {
                used += Long.bitCount(map.get(word));
            }
        }
        return used;
    }
}

package org.mqemu.blkmq.elevator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;

/**
 * A deadline scheduler as simple as can be: one list in the order of age, searched from end to end for everything.
 * Requests hold at most 64 sectors.
 */
final class ReferenceDeadline {
    private static final int MOST = 64;

    private final Rules rules;
    private final List<Item> waiting = new ArrayList<>();
    private final List<Item> heads = new ArrayList<>();
    /** Who may be continued, the one that came or grew last first. */
    private final List<Item> growing = new ArrayList<>();

    private final Item[][] next = new Item[3][2];
    private final int[] queued = new int[3];
    private Item lastMerge;
    private int dir = 1;
    private int batching;
    private int starved;
    private long arrivals;

    ReferenceDeadline(Rules rules) {
        this.rules = rules;
    }

    record Rules(
            boolean priorities,
            boolean mixes,
            boolean mergesAtHead,
            int batch,
            int writesStarved,
            boolean frontMerges,
            long readNs,
            long writeNs,
            long agingNs) {}

    static final class Item {
        final List<Bio> bios = new ArrayList<>();
        final int dir;
        final int level;
        final IoPriority priority;
        long sector;
        int sectors;
        long startNs;
        long expiresNs;
        long arrival;
        boolean gone;
        boolean dispatched;
        boolean full;

        Item(Bio bio, int level) {
            bios.add(bio);
            dir = bio.op() == Op.WRITE ? 1 : 0;
            sector = bio.sector();
            sectors = bio.sectors();
            priority = bio.priority();
            this.level = level;
        }

        long end() {
            return sector + sectors;
        }
    }

    private int level(IoPriority priority) {
        if (!rules.priorities) {
            return 0;
        }
        return switch (priority.ioClass()) {
            case RT -> 0;
            case IDLE -> 2;
            default -> 1;
        };
    }

    // ---- merging ----

    /** Returns whether it was merged. */
    boolean merge(Bio bio) {
        Item fresh = new Item(bio, level(bio.priority()));
        Item found = null;
        if (lastMerge != null && sameKind(lastMerge, fresh)) {
            found = lastMerge.end() == fresh.sector || fresh.end() == lastMerge.sector ? lastMerge : null;
        }
        if (found == null) {
            Item before = endingAt(fresh.sector);
            found = before != null && sameKind(before, fresh) ? before : null;
        }
        if (found == null && rules.frontMerges) {
            Item behind = min(
                    list(fresh.level, fresh.dir).stream()
                            .filter(item -> item.sector == fresh.end())
                            .toList(),
                    item -> item.arrival);
            found = behind != null && !behind.dispatched && sameKind(behind, fresh) ? behind : null;
        }
        if (found == null) {
            return false;
        }
        if (found.sectors + fresh.sectors > MOST) {
            found.full = true; // REQ_NOMERGE: it is not tried again
            lastMerge = lastMerge == found ? null : lastMerge;
            return false;
        }
        List<Item> sorted = sorted(found.level, found.dir);
        int at = sorted.indexOf(found);
        boolean back = found.end() == fresh.sector;
        found.bios.add(back ? found.bios.size() : 0, bio);
        found.sectors += fresh.sectors;
        lastMerge = found;
        if (back) {
            grown(found);
            join(found, at + 1 < sorted.size() ? sorted.get(at + 1) : null);
            return true;
        }
        found.sector = fresh.sector;
        if (!join(at > 0 ? sorted.get(at - 1) : null, found)) {
            found.arrival = arrivals++; // behind those that begin there already
        }
        return true;
    }

    private void grown(Item item) {
        growing.remove(item);
        growing.add(0, item);
        lastMerge = item;
    }

    private boolean sameKind(Item a, Item b) {
        return !a.full && !b.full && a.dir == b.dir && (rules.mixes || a.priority.equals(b.priority));
    }

    private Item endingAt(long sector) {
        return growing.stream()
                .filter(item -> item.end() == sector && !item.full)
                .findFirst()
                .orElse(null);
    }

    private boolean join(Item a, Item b) {
        if (a == null
                || b == null
                || a.dispatched
                || b.dispatched
                || !sameKind(a, b)
                || a.end() != b.sector
                || a.sectors + b.sectors > MOST) {
            return false;
        }
        a.bios.addAll(b.bios);
        a.sectors += b.sectors;
        b.gone = true;
        queued[b.level]--;
        if (waiting.contains(b)) {
            if (b.expiresNs < a.expiresNs) {
                a.expiresNs = b.expiresNs;
                a.startNs = b.startNs;
                waiting.remove(a);
                waiting.add(waiting.indexOf(b), a);
            }
            leave(b);
        }
        grown(a);
        return true;
    }

    private void leave(Item item) {
        if (next[item.level][item.dir] == item) {
            next[item.level][item.dir] = after(item);
        }
        waiting.remove(item);
        growing.remove(item);
        if (lastMerge == item) {
            lastMerge = null;
        }
    }

    // ---- inserting ----

    /** Returns whether it waits. */
    boolean insert(Item item, boolean atHead, long nowNs) {
        if (!item.dispatched) {
            queued[item.level]++;
        }
        if (!item.dispatched && (!atHead || rules.mergesAtHead) && joinsBehind(item)) {
            return false;
        }
        long expireNs = item.dir == 1 ? rules.writeNs : rules.readNs;
        item.startNs = atHead ? nowNs - expireNs : nowNs;
        item.expiresNs = nowNs + expireNs;
        if (atHead) {
            heads.add(0, item);
            return true;
        }
        item.arrival = arrivals++;
        waiting.add(item);
        if (!item.dispatched) {
            growing.add(0, item);
            lastMerge = lastMerge == null ? item : lastMerge;
        }
        return true;
    }

    private boolean joinsBehind(Item item) {
        if (join(lastMerge, item)) {
            return true;
        }
        Item last = item;
        Item before = endingAt(last.sector);
        while (before != null && join(before, last)) {
            last = before;
            before = endingAt(last.sector);
        }
        return item.gone;
    }

    Item item(Bio bio) {
        return new Item(bio, level(bio.priority()));
    }

    // ---- dispatching ----

    Item dispatch(long nowNs) {
        Item chosen = null;
        long busy = Arrays.stream(queued).filter(count -> count > 0).count();
        for (int level = 1; chosen == null && busy > 1 && level < 3; level++) {
            chosen = pick(level, nowNs - rules.agingNs, nowNs);
        }
        for (int level = 0; chosen == null && level < 3; level++) {
            chosen = pick(level, Long.MAX_VALUE, nowNs);
            if (queued[level] > 0) {
                break;
            }
        }
        if (chosen != null) {
            chosen.dispatched = true;
        }
        return chosen;
    }

    private Item pick(int level, long latestNs, long nowNs) {
        for (Item head : heads) {
            if (head.level == level) {
                if (head.startNs > latestNs) {
                    return null;
                }
                heads.remove(head);
                return head;
            }
        }
        Item chosen = next[level][dir];
        if (chosen == null || batching >= rules.batch) {
            List<Item> reads = list(level, 0);
            List<Item> writes = list(level, 1);
            if (reads.isEmpty() && writes.isEmpty()) {
                return null;
            }
            if (!reads.isEmpty() && (writes.isEmpty() || starved++ < rules.writesStarved)) {
                dir = 0;
            } else {
                dir = 1;
                starved = 0;
            }
            batching = 0;
            Item oldest = list(level, dir).get(0);
            chosen = next[level][dir] == null || nowNs >= oldest.expiresNs ? oldest : next[level][dir];
        }
        if (chosen.startNs > latestNs) {
            return null;
        }
        batching++;
        next[level][chosen.dir] = after(chosen);
        if (!rules.priorities) {
            next[level][1 - chosen.dir] = null;
        }
        leave(chosen);
        return chosen;
    }

    private List<Item> list(int level, int direction) {
        return waiting.stream()
                .filter(item -> item.level == level && item.dir == direction)
                .toList();
    }

    private List<Item> sorted(int level, int direction) {
        return list(level, direction).stream()
                .sorted((a, b) ->
                        a.sector != b.sector ? Long.compare(a.sector, b.sector) : Long.compare(a.arrival, b.arrival))
                .toList();
    }

    private Item after(Item item) {
        List<Item> sorted = sorted(item.level, item.dir);
        int at = sorted.indexOf(item);
        return at + 1 < sorted.size() ? sorted.get(at + 1) : null;
    }

    private static Item min(List<Item> items, ToLongFunction<Item> key) {
        return items.stream()
                .min((a, b) -> Long.compare(key.applyAsLong(a), key.applyAsLong(b)))
                .orElse(null);
    }

    void completed(Item item) {
        queued[item.level]--;
    }

    int size() {
        return waiting.size() + heads.size();
    }
}

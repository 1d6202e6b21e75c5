package org.mqemu.api.stats;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Small whole numbers for kernel function names, so that time is booked into arrays.
 *
 * <p>Names are registered while a machine is assembled, in a fixed order, and the ids are then constants of the
 * components. Safe for use by several threads.
 */
public final class FunctionTable {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /**
     * The id of a function, a new one for a name not seen before.
     *
     * @param name the kernel's name, such as {@code scsi_queue_rq}
     * @return 0, 1, 2 ... in order of registration
     */
    public synchronized int register(String name) {
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        int id = names.size();
        names.add(name);
        ids.put(name, id);
        return id;
    }

    /** The name of a registered id. */
    public synchronized String name(int id) {
        return names.get(id);
    }

    /** Number of registered functions. */
    public synchronized int size() {
        return names.size();
    }
}

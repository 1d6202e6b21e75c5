package org.mqemu.blkmq.log;

/** A message's level (include/linux/kern_levels.h), in the kernel's numbering from 0. */
public enum LogLevel {
    /** KERN_EMERG. */
    EMERG,
    /** KERN_ALERT. */
    ALERT,
    /** KERN_CRIT. */
    CRIT,
    /** KERN_ERR. */
    ERR,
    /** KERN_WARNING. */
    WARNING,
    /** KERN_NOTICE. */
    NOTICE,
    /** KERN_INFO. */
    INFO,
    /** KERN_DEBUG. */
    DEBUG
}

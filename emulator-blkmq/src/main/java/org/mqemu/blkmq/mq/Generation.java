package org.mqemu.blkmq.mq;

import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;

/** A generation of blk-mq: makes the functions that differ, for each context that calls them. */
interface Generation {

    SubmitBio newSubmitBio(Context thread);

    RunHwQueue newRunHwQueue(Context cx);

    MqEndRequest newEndRequest();

    /** Returns where requests complete. */
    MqCompleteRequest.CompletionRules completionRules();
}

package org.mqemu.blkmq.fio;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Mark;
import org.mqemu.api.engine.Marked;

/** Notes the marks that it is told of. */
final class MarkProbe extends Component implements Marked {
    private final List<String> seen = new ArrayList<>();

    @Override
    public void onMark(Mark mark) {
        seen.add((mark.begin() ? "begin@" : "end@") + nowNs());
    }

    List<String> seen() {
        return seen;
    }
}

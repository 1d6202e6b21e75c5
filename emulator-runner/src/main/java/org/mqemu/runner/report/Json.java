package org.mqemu.runner.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** A JSON document in fio's layout: two spaces, a space around the colon, doubles with six decimals. */
final class Json {
    private static final int DECIMALS = 6;
    private final StringWriter text = new StringWriter();
    private final JsonGenerator generator;

    /** Opens the document's object. */
    Json() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(indenter);
        printer.indentArraysWith(indenter);
        try {
            generator = new JsonFactory().createGenerator(text).setPrettyPrinter(printer);
            generator.writeStartObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void run(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens an object as a member. */
    void open(String name) {
        run(() -> generator.writeObjectFieldStart(name));
    }

    /** Opens an object as an element. */
    void open() {
        run(generator::writeStartObject);
    }

    /** Closes the innermost object. */
    void close() {
        run(generator::writeEndObject);
    }

    /** Opens an array as a member. */
    void openArray(String name) {
        run(() -> generator.writeArrayFieldStart(name));
    }

    /** Closes the innermost array. */
    void closeArray() {
        run(generator::writeEndArray);
    }

    /** A whole number. */
    void put(String name, long value) {
        run(() -> generator.writeNumberField(name, value));
    }

    /** A double with six decimals; null when it is not finite, for which JSON has no number. */
    void put(String name, double value) {
        if (!Double.isFinite(value)) {
            run(() -> generator.writeNullField(name));
            return;
        }
        run(() -> {
            generator.writeFieldName(name);
            generator.writeNumber(Fmt.fixed(value, DECIMALS));
        });
    }

    /** A text. */
    void put(String name, String value) {
        run(() -> generator.writeStringField(name, value));
    }

    /** A truth value. */
    void put(String name, boolean value) {
        run(() -> generator.writeBooleanField(name, value));
    }

    /** A text as an element. */
    void element(String value) {
        run(() -> generator.writeString(value));
    }

    /** Closes the document and returns it with a line feed at its end. */
    String finish() {
        run(() -> {
            generator.writeEndObject();
            generator.close();
        });
        return text + "\n";
    }
}

package org.kpackworkbench.model.format.codeobject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.format.codeobject.Processor.Choice;

/**
 * The processors that LLVM numbers, from the resource {@code processors.txt}.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class ProcessorTable {
  private static final ProcessorTable STANDARD = load();

  private final List<Processor> processors;
  private final Map<Integer, Processor> byNumber = new HashMap<>();
  private final Map<String, Processor> byName = new HashMap<>();

  private ProcessorTable(List<Processor> processors) {
    this.processors = List.copyOf(processors);
    for (Processor processor : processors) {
      if (byNumber.put(processor.number(), processor) != null
          || byName.put(processor.name(), processor) != null) {
        throw new IllegalStateException("listed twice: " + processor);
      }
    }
  }

  /** The table that comes with the program. */
  public static ProcessorTable standard() {
    return STANDARD;
  }

  /** All that are listed, in the order of the table. */
  public List<Processor> processors() {
    return processors;
  }

  /** The processor of a number; one that is not listed gets its number as its name. */
  public Processor byNumber(int number) {
    Processor found = byNumber.get(number);
    return found != null ? found : Processor.unknown(number);
  }

  /** The processor of a name, such as {@code gfx90a}; null where none is listed. */
  public @org.jspecify.annotations.Nullable Processor byName(String name) {
    return byName.get(name);
  }

  /** Reads a table; each line is {@code number name generation features}. */
  static ProcessorTable read(Reader source) throws IOException {
    List<Processor> processors = new ArrayList<>();
    BufferedReader lines = new BufferedReader(source);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        processors.add(processor(List.of(line.strip().split("\\s+", -1))));
      }
    }
    return new ProcessorTable(processors);
  }

  private static Processor processor(List<String> columns) {
    List<String> features = List.of(columns.get(3).split(",", -1));
    return new Processor(
        Integer.decode(columns.get(0)),
        columns.get(1),
        true,
        Generation.of(columns.get(2)),
        choice(features, "xnack"),
        choice(features, "sramecc"));
  }

  private static Choice choice(List<String> features, String feature) {
    if (features.contains(feature)) {
      return Choice.SELECTABLE;
    }
    return features.contains("(" + feature + ")") ? Choice.ALWAYS_ON : Choice.NONE;
  }

  private static ProcessorTable load() {
    try (InputStream resource = ProcessorTable.class.getResourceAsStream("processors.txt")) {
      if (resource == null) {
        throw new IllegalStateException("the resource processors.txt is missing");
      }
      return read(new InputStreamReader(resource, StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}

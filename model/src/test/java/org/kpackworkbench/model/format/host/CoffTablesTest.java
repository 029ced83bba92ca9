package org.kpackworkbench.model.format.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.ImageTables;
import org.kpackworkbench.model.format.coff.ImageTables.Export;
import org.kpackworkbench.model.format.coff.ImageTables.Import;

/** Exports, imports and base relocations are those that llvm-readobj lists. */
class CoffTablesTest {
  private static final Pattern FIELD = Pattern.compile("\\s*(\\w+): ?(.*?)(?: \\(\\d+\\))?");

  @ParameterizedTest
  @ValueSource(strings = {"windows.dll", "windows-fixed.exe", "windows-variant.dll"})
  void tablesAreThoseOfOtherTools(String fixture) throws IOException {
    CoffFile file = CoffFile.read(ByteView.of(fixture, Files.readAllBytes(Fixtures.path(fixture))));
    List<String> found = new ArrayList<>();
    for (Import imported : ImageTables.read(file).imports()) {
      found.add((imported.delayed() ? "DelayImport " : "Import ") + imported.library());
      imported.functions().forEach(function -> found.add("function " + function));
    }
    for (Export export : ImageTables.read(file).exports()) {
      found.add("export %d %s".formatted(export.ordinal(), export.name()).strip());
      found.add(
          export.forwarder().isEmpty()
              ? "at 0x%x".formatted(export.address() - file.imageBase())
              : "forwarded " + export.forwarder());
    }
    file.relocatedPointers()
        .forEach(pointer -> found.add("relocated 0x%x".formatted(pointer - file.imageBase())));
    assertThat(found).containsExactlyInAnyOrderElementsOf(golden(fixture)).isNotEmpty();
  }

  private static List<String> golden(String fixture) throws IOException {
    List<String> lines = new ArrayList<>();
    String block = "";
    String ordinal = "";
    for (String line : Files.readAllLines(Fixtures.golden(fixture + ".readobj.txt"))) {
      boolean outer = line.endsWith("{") && !line.startsWith("  ");
      if (outer || line.endsWith("[")) {
        block = line.strip().substring(0, line.strip().indexOf(' '));
      }
      Matcher field = FIELD.matcher(line);
      if (!field.matches()) {
        continue;
      }
      String value = field.group(2);
      switch (block + " " + field.group(1)) {
        case "Import Name", "DelayImport Name" -> lines.add(block + " " + value);
        case "Import Symbol", "DelayImport Symbol" -> lines.add("function " + value);
        case "Export Ordinal" -> ordinal = value;
        case "Export Name" -> lines.add("export %s %s".formatted(ordinal, value).strip());
        case "Export RVA" -> lines.add("at " + value.toLowerCase(Locale.ROOT));
        case "Export ForwardedTo" -> lines.add("forwarded " + value);
        case "BaseReloc Address" -> lines.add("relocated " + value.toLowerCase(Locale.ROOT));
        default -> {}
      }
    }
    return lines;
  }
}

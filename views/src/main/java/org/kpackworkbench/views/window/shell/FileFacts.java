package org.kpackworkbench.views.window.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.spi.OpenedFile;

/** What the Properties dialog says about a file: names and values, in order. */
final class FileFacts {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private FileFacts() {}

  /** Looks at the disk: not for the UI thread. */
  static Map<String, String> of(Path path, @Nullable OpenedFile file) throws IOException {
    BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Name", String.valueOf(path.getFileName()));
    facts.put("Folder", String.valueOf(path.getParent()));
    Path real = path.toRealPath();
    if (!real.equals(path)) {
      facts.put("Leads to", real.toString());
    }
    if (file != null) {
      facts.put("Kind", file.kindWords());
    }
    if (!found.isDirectory()) {
      String size = SizeText.of(found.size());
      String exact = SizeText.exact(found.size());
      facts.put("Size", size.equals(exact) ? size : size + " (" + exact + ")");
    }
    facts.put(
        "Changed",
        TIME.format(found.lastModifiedTime().toInstant().atZone(ZoneId.systemDefault())));
    if (file != null && !file.problems().isEmpty()) {
      facts.put("Problems", Integer.toString(file.problems().size()));
    }
    return facts;
  }
}

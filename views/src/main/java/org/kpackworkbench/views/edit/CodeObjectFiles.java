package org.kpackworkbench.views.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.archive.BinaryKey;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.codeobject.HeaderTarget;
import org.kpackworkbench.model.edit.AddedFile;
import org.kpackworkbench.model.edit.ArchiveEdit;
import org.kpackworkbench.model.edit.FileStamp;

/** Makes an edit of files that are to be added: each says itself what target it is for. */
final class CodeObjectFiles {
  private CodeObjectFiles() {}

  /**
   * The edit.
   *
   * @param key the key they get; empty: each its own name, index 0
   * @throws IOException where a file cannot be read, or is no code object
   */
  static ArchiveEdit edit(List<Path> files, String key) throws IOException {
    List<AddedFile> added = new ArrayList<>();
    for (Path file : files) {
      String own = new BinaryKey(String.valueOf(file.getFileName()), 0, true).text();
      added.add(
          new AddedFile(FileStamp.of(file), key.isEmpty() ? own : key, target(file), "hsaco"));
    }
    return new ArchiveEdit.AddFiles(added);
  }

  private static String target(Path file) throws IOException {
    try (MappedFile mapped = MappedFile.open(file)) {
      ByteView bytes = mapped.view();
      HeaderTarget target =
          HeaderTarget.of(bytes.slice(0, Math.min(HeaderTarget.SIZE_BYTES, bytes.size())));
      if (target == null) {
        throw FormatException.in(file.toString(), "code object", "", Reason.WRONG_MAGIC)
            .expected("an ELF file for AMD GPUs, which states its target")
            .found("something else")
            .build();
      }
      return target.target().toString();
    }
  }
}

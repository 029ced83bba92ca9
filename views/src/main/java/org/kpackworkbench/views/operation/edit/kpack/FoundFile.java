package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedRows;
import org.kpackworkbench.model.operation.edit.FileStamp;

/**
 * A file that may become a code object of an archive.
 *
 * @param stamp the file as it was examined
 * @param target the target that it states; empty if it cannot be used
 * @param key the key that is proposed
 * @param problem why it cannot be used; null if it can
 */
record FoundFile(Path path, @Nullable FileStamp stamp, String target, String key, String problem) {
  private static final int MOST_TRIES = 1 << 20;

  /**
   * Examines files, in the background.
   *
   * @param binary the binary that they are for; empty: each file's own name
   * @param rows the existing rows, so that unused names are proposed
   */
  static List<FoundFile> of(List<Path> files, String binary, EditedRows rows) {
    Set<RowRef> taken = new HashSet<>();
    for (int i = 0; i < rows.count(); i++) {
      taken.add(rows.row(i).ref());
    }
    List<FoundFile> found = new ArrayList<>();
    for (Path file : files) {
      found.add(of(file, binary, taken));
    }
    return found;
  }

  private static FoundFile of(Path file, String binary, Set<RowRef> taken) {
    String name = binary.isEmpty() ? String.valueOf(file.getFileName()) : binary;
    try {
      String target = target(file);
      for (int index = 0; index < MOST_TRIES; index++) {
        RowRef ref = new RowRef(new BinaryKey(name, index, true).text(), target);
        if (taken.add(ref)) {
          return new FoundFile(file, FileStamp.of(file), target, ref.key(), "");
        }
      }
      throw new IOException("every index of " + name + " is taken");
    } catch (IOException why) {
      return new FoundFile(
          file, null, "", new BinaryKey(name, 0, true).text(), EditForm.words(why));
    }
  }

  /**
   * The target that a file states.
   *
   * @throws IOException if it cannot be read, or is no code object
   */
  static String target(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw notACodeObject(file, "a folder, a device or something else that is not a regular file");
    }
    try (MappedFile mapped = MappedFile.open(file)) {
      ByteView bytes = mapped.view();
      HeaderTarget target =
          HeaderTarget.of(bytes.slice(0, Math.min(HeaderTarget.SIZE_BYTES, bytes.size())));
      if (target == null) {
        throw notACodeObject(file, "something else");
      }
      return target.target().toString();
    }
  }

  private static FormatException notACodeObject(Path file, String found) {
    return FormatException.in(file.toString(), "code object", "", Reason.UNSUPPORTED)
        .expected("an ELF file for AMD GPUs, which states its target")
        .found(found)
        .build();
  }
}

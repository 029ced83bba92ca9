package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.WriteOptions.Tuning;

/** A change to a {@code .kpack} archive. */
public sealed interface ArchiveEdit extends Edit {

  /** Gives a binary another name, with all its indices and targets. */
  record RenameBinary(String from, String to) implements ArchiveEdit {
    @Override
    public String words() {
      return "rename of " + from;
    }
  }

  /** Gives one binary key another text: another index, or another name for this index only. */
  record RenameKey(String from, String to) implements ArchiveEdit {
    @Override
    public String words() {
      return "rename of " + from;
    }
  }

  /** Moves rows to another target. */
  record Retarget(List<RowRef> rows, String target) implements ArchiveEdit {
    public Retarget {
      rows = List.copyOf(rows);
    }

    @Override
    public String words() {
      return "move of " + Words.of(rows) + " to " + target;
    }
  }

  /** Removes rows. */
  record Delete(List<RowRef> rows) implements ArchiveEdit {
    public Delete {
      rows = List.copyOf(rows);
    }

    @Override
    public String words() {
      return "delete of " + Words.of(rows);
    }
  }

  /**
   * Adds code objects that lie in files of their own.
   *
   * @param clash what happens where there is a row of that name; a row that is replaced keeps what
   *     else it says
   */
  record AddFiles(List<AddedFile> files, Clash clash) implements ArchiveEdit {
    @Override
    public String words() {
      return files.size() == 1
          ? "add of " + files.getFirst().key() + " @ " + files.getFirst().target()
          : "add of " + files.size() + " files";
    }
  }

  /** Adds rows of another archive. */
  record AddRows(FileStamp source, List<RowRef> rows, Clash clash) implements ArchiveEdit {
    public AddRows {
      rows = List.copyOf(rows);
    }

    @Override
    public String words() {
      return "paste of " + Words.of(rows) + " from " + source.fileName();
    }
  }

  /** Adds all rows of another archive. */
  record Merge(FileStamp source, Clash clash) implements ArchiveEdit {
    @Override
    public String words() {
      return "merge of " + source.fileName();
    }
  }

  /** Gives a row the bytes of a file. */
  record Replace(RowRef row, FileStamp file) implements ArchiveEdit {
    @Override
    public String words() {
      return "replacement of " + row.words() + " by " + file.fileName();
    }
  }

  /** Sets what is below {@code metadata} in a row; empty: nothing. */
  record SetMetadata(RowRef row, Map<String, MsgValue> metadata) implements ArchiveEdit {
    public SetMetadata {
      metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    @Override
    public String words() {
      return "metadata of " + row.words();
    }
  }

  /** Sets the build group. */
  record SetGroup(String name) implements ArchiveEdit {
    @Override
    public String words() {
      return "group " + name;
    }
  }

  /** Sets the family of targets. */
  record SetFamily(String name) implements ArchiveEdit {
    @Override
    public String words() {
      return "family " + name;
    }
  }

  /** Sets the list of targets. */
  record SetArchitectures(List<String> targets) implements ArchiveEdit {
    @Override
    public String words() {
      return "architectures " + String.join(", ", targets);
    }
  }

  /**
   * Stores the code objects in another way.
   *
   * @param level zstd's level, 1 to 22, which compresses everything again; null: what is compressed
   *     already stays as it is
   * @param grouping what {@code zstd-solid} compresses together; null: what is together stays so
   */
  record SetStorage(StorageScheme scheme, @Nullable Integer level, @Nullable Grouping grouping)
      implements ArchiveEdit {
    /** Stores the code objects in another way and leaves together what is together. */
    public SetStorage(StorageScheme scheme, @Nullable Integer level) {
      this(scheme, level, null);
    }

    @Override
    public String words() {
      return "storage " + scheme.words(level, grouping);
    }

    /** Returns what will be compressed together; null where the scheme has no groups. */
    @Nullable Grouping together() {
      return grouping == null && scheme == StorageScheme.ZSTD_SOLID
          ? Tuning.DEFAULT.grouping()
          : grouping;
    }

    /** Returns this with the groups that it leaves as they are. */
    SetStorage over(SetStorage before) {
      return grouping != null || scheme != StorageScheme.ZSTD_SOLID
          ? this
          : new SetStorage(scheme, level, before.grouping);
    }
  }

  /** Lets the table of contents say where each binary's rows are in it, or not. */
  record SetBinaryIndex(boolean wanted) implements ArchiveEdit {
    @Override
    public String words() {
      return wanted ? "index of binaries" : "no index of binaries";
    }
  }

  /** How edits name what they change. */
  static final class Words {
    private Words() {}

    static String of(List<RowRef> rows) {
      return rows.size() == 1 ? rows.getFirst().words() : CountText.of(rows.size(), "row");
    }
  }

  /**
   * A file that becomes a code object of an archive.
   *
   * @param file the file, which is read when the archive is saved
   * @param key its binary key
   * @param target its target
   * @param type {@code hsaco} or {@code co}
   */
  record AddedFile(FileStamp file, String key, String target, String type) {

    /**
     * The target that a code object's own header states.
     *
     * @throws FormatException if the file is no code object, or states none
     */
    public static String statedTarget(Path file) throws IOException {
      try (OpenFile open = OpenFile.open(file)) {
        ByteView bytes = open.view();
        HeaderTarget target =
            HeaderTarget.of(bytes.slice(0, Math.min(HeaderTarget.SIZE_BYTES, bytes.size())));
        if (target == null) {
          throw FormatException.in(file.toString(), "code object", "", Reason.WRONG_MAGIC)
              .mismatch("an ELF file for AMD GPUs, which states its target", "something else");
        }
        return target.target().toString();
      }
    }
  }

  /** Ways to handle a row from another archive whose name is taken. */
  enum Clash {
    /** Rows with the same bytes are skipped; anything else is an error that names them. */
    REFUSE,
    /** The rows that are there stay. */
    KEEP,
    /** The rows that come take their place. */
    REPLACE
  }

  /**
   * A row of an archive, named as the table names it.
   *
   * @param key the binary key as it is written, with the index where it has one
   * @param target the target as it is written
   * @param nth 0, or in a broken table, which of several rows of one name, from 0
   */
  record RowRef(String key, String target, int nth) {

    /** The only row of that name. */
    public RowRef(String key, String target) {
      this(key, target, 0);
    }

    /** For messages and menus, e.g. {@code lib/libfoo.so#0 @ gfx1100}. */
    public String words() {
      return key + " @ " + target + (nth == 0 ? "" : " (" + (nth + 1) + ")");
    }
  }
}

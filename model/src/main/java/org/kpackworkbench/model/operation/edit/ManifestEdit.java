package org.kpackworkbench.model.operation.edit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/** A change to a {@code .kpm} manifest. */
public sealed interface ManifestEdit extends Edit {

  /**
   * Content of a row.
   *
   * @param target the target as it is to be written
   * @param file the archive's name, in the manifest's folder
   * @param sizeBytes the archive's size; -1: not stated
   * @param kernelCount its number of kernels; -1: not stated
   * @param sha256 its checksum; null: not stated
   */
  record Row(
      String target, String file, long sizeBytes, long kernelCount, @Nullable Checksum sha256) {

    /** Returns the content of a row of a manifest. */
    public static Row of(ManifestRow row) {
      return new Row(
          row.targetText(), row.file(), row.sizeBytes(), row.kernelCount(), row.sha256());
    }
  }

  /** Adds a row. */
  record AddRow(Row row) implements ManifestEdit {
    @Override
    public String words() {
      return "add of " + row.target();
    }
  }

  /** Lets a row say something else; keys that are not known stay. */
  record SetRow(String target, Row row) implements ManifestEdit {
    @Override
    public String words() {
      return "change of " + target;
    }
  }

  /** Removes rows. */
  record RemoveRows(List<String> targets) implements ManifestEdit {
    @Override
    public String words() {
      return "delete of "
          + (targets.size() == 1 ? targets.getFirst() : CountText.of(targets.size(), "row"));
    }
  }

  /**
   * Puts a row elsewhere. The dialect by architecture is written in sorted order by everybody else;
   * readers take any.
   *
   * @param before the target of the row that comes behind it; null: none, it becomes the last one
   */
  record MoveRow(String target, @Nullable String before) implements ManifestEdit {
    @Override
    public String words() {
      return "move of " + target + (before == null ? " to the end" : " before " + before);
    }
  }

  /** Sets the component's name. */
  record SetComponent(String name) implements ManifestEdit {
    @Override
    public String words() {
      return "component " + name;
    }
  }

  /** Sets the stage prefix; null: none. */
  record SetPrefix(@Nullable String prefix) implements ManifestEdit {
    @Override
    public String words() {
      return prefix == null ? "removal of the prefix" : "prefix " + prefix;
    }
  }

  /** Writes the manifest in another dialect. */
  record SetDialect(ManifestDialect dialect) implements ManifestEdit {
    @Override
    public String words() {
      return "dialect " + dialect.words();
    }
  }

  /**
   * Lets rows say what is on the disk.
   *
   * @param changed what rows say that are there already, by their target
   * @param added rows for archives that no manifest named
   * @param removed targets of rows without an archive
   */
  record UpdateFromDisk(List<Row> changed, List<Row> added, List<String> removed)
      implements ManifestEdit {
    public UpdateFromDisk {
      changed = List.copyOf(changed);
      added = List.copyOf(added);
      removed = List.copyOf(removed);
    }

    @Override
    public String words() {
      return "update from disk";
    }
  }
}

package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.TreePosition;

/** Context for a format to check a file of it. For one file, on one thread. */
public interface Checking {

  /** All formats that are known. */
  Formats formats();

  /** Progress of the whole run; checked for cancellation. */
  Progress progress();

  /** Opens the file, or a file in it, within the limits of the whole run. */
  Opening opening();

  /** Has all rules run that are about a subject. */
  void run(Subject subject) throws IOException;

  /** Has a part of the file checked as what it is; parts of no known format are left out. */
  void part(Place place, ByteView bytes) throws IOException;

  /**
   * Has a code object checked, also against the target under which it is filed.
   *
   * @param filed the target that the file states for it; null if a rule of the format compares the
   *     two
   */
  void codeObject(Place place, ByteView bytes, @Nullable GpuTarget filed) throws IOException;

  /**
   * Has it said that a code object of the file cannot be read; the others are still checked.
   *
   * @throws FormatException the failure itself, where nothing more of the file can be read
   */
  void unread(Place place, ByteView bytes, FormatException failure) throws IOException;

  /** Remembers what of the file is not checked, and what to do about it. */
  void leaveOut(Place place, String what, String advice);

  /**
   * Returns the open items of one kind, of all files that were named together, to be checked as one
   * installation. Empty where files are checked each by itself.
   *
   * @param kind what they are open as
   */
  <T> List<T> together(Class<T> kind);

  /** Where a file is in its tree, be it an artifact or another. */
  TreePosition position(Path file);

  /**
   * The folders whose files will be beside a file once the artifacts of its shard are laid onto one
   * tree: its own first, and only that where it is in no artifact.
   */
  List<Path> foldersOf(Path file) throws IOException;
}

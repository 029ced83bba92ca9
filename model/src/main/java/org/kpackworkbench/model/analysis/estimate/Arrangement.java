package org.kpackworkbench.model.analysis.estimate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;

/**
 * How code objects are arranged before they are stored. Archives have them as they are; the other
 * ways are measured only.
 */
public enum Arrangement {
  /** Whole, in the order of the table, in one archive. */
  AS_IS("", ""),
  /** All together, those next to each other that have most pieces in common. */
  LIKENESS("likeness", "in order of likeness"),
  /** An archive with a dictionary of its own for each family of targets. */
  FAMILIES("families", "for each family"),
  /** An archive with a dictionary of its own for each binary. */
  BINARIES("binaries", "for each binary"),
  /** Code alone, and what is around it together with that of the same target. */
  METADATA("metadata", "headers, symbols and notes apart"),
  /** Without addresses in code and kernel descriptors; an upper limit, for they are lost. */
  MASKED("masked", "by name, addresses masked (an upper limit)");

  private final String text;
  private final String words;

  Arrangement(String text, String words) {
    this.text = text;
    this.words = words;
  }

  /** A part of a code object, stored as a row of its own. */
  record Part(NewEntry entry, ByteView bytes) {}

  /** The arrangements that are only measured. */
  static List<Arrangement> measuredOnly() {
    return Arrays.stream(values()).filter(each -> each != AS_IS).toList();
  }

  /** The arrangement of a name on the command line. */
  static Optional<Arrangement> named(String text) {
    return measuredOnly().stream().filter(each -> each.text.equals(text)).findFirst();
  }

  /** The name on the command line; empty for {@link #AS_IS}. */
  public String text() {
    return text;
  }

  String words() {
    return words;
  }

  /** Returns the way to store code objects that are arranged so. */
  Way way(int level, int dictionaryBytes) {
    return switch (this) {
      case AS_IS -> Way.alone(StorageScheme.ZSTD_PER_KERNEL, level);
      case LIKENESS -> solid(level, Grouping.ALL);
      case FAMILIES, BINARIES ->
          new Way(
              StorageScheme.ZSTD_DICTIONARY, level, Grouping.NONE, dictionaryBytes, false, this);
      case METADATA -> solid(level, Grouping.TARGET);
      case MASKED -> solid(level, Grouping.NAME);
    };
  }

  private Way solid(int level, Grouping grouping) {
    return new Way(StorageScheme.ZSTD_SOLID, level, grouping, 0, false, this);
  }

  /** Returns the name of the archive that a code object is in. */
  String archive(ArchiveEntry entry) {
    return switch (this) {
      case FAMILIES -> GpuTarget.lenient(entry.targetText()).family();
      case BINARIES -> entry.key().binary();
      default -> "";
    };
  }

  /** Returns all rows in the order in which they are stored. */
  int[] order(KpackArchive code, Progress progress) throws IOException {
    return this == LIKENESS
        ? LikeOrder.of(code, progress)
        : IntStream.range(0, code.entryCount()).toArray();
  }

  /** Returns the parts of a row's code object. */
  List<Part> parts(KpackArchive code, int row) throws IOException {
    ByteView bytes = code.stored(row);
    return switch (this) {
      case METADATA -> apart(code.entry(row), bytes);
      case MASKED -> List.of(new Part(NewEntry.of(code, row), Addresses.masked(bytes)));
      default -> List.of(new Part(NewEntry.of(code, row), bytes));
    };
  }

  private static List<Part> apart(ArchiveEntry entry, ByteView bytes) throws IOException {
    List<ByteView> code = new ArrayList<>();
    List<ByteView> around = new ArrayList<>();
    long done = 0;
    for (ByteRange range : executable(bytes)) {
      if (range.start() >= done && range.end() <= bytes.size()) {
        around.add(bytes.slice(done, range.start() - done));
        code.add(bytes.slice(range.start(), range.length()));
        done = range.end();
      }
    }
    around.add(bytes.slice(done, bytes.size() - done));
    // The writer puts together what has one target.
    String own = entry.key().text() + " " + entry.targetText();
    BinaryKey key = new BinaryKey(own, 0, true);
    return List.of(
        new Part(NewEntry.of(key, own), ByteView.joined(bytes.name(), code)),
        new Part(NewEntry.of(key, entry.targetText()), ByteView.joined(bytes.name(), around)));
  }

  /** The ranges of code, in the order of the file; none where it cannot be read. */
  static List<ByteRange> executable(ByteView bytes) {
    try {
      ElfFile elf = ElfFile.read(bytes);
      return elf.sections().stream()
          .filter(ElfSection::isExecutable)
          .map(elf::rangeOf)
          .sorted((one, other) -> Long.compare(one.start(), other.start()))
          .toList();
    } catch (FormatException noElf) {
      return List.of();
    }
  }
}

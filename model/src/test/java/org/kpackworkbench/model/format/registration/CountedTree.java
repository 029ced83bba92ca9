package org.kpackworkbench.model.format.registration;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/**
 * Libraries made host-only as tools in the field do it: code objects are numbered for each
 * architecture, so that a unit that lacks one shifts all that follow.
 */
public final class CountedTree {
  private CountedTree() {}

  /** Makes {@code lib/NAME} of a fixture below a folder, and its archives; answers its path. */
  public static Path of(String fixture, Path root, String name) throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path(fixture), root, name);
    count(root.resolve(".kpack"));
    return library;
  }

  /** Says where a row goes that is the n-th of its binary for its target, from 0. */
  @FunctionalInterface
  public interface Numbering {
    /** The index that it is filed under. */
    int index(String target, int n, int count);
  }

  /** Numbers the rows of all archives in a folder again, one architecture after another. */
  public static void count(Path archives) throws IOException {
    number(archives, (target, n, count) -> n);
  }

  /** Files the rows of all archives in a folder under other indices. */
  public static void number(Path archives, Numbering numbering) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(archives, "*.kpack")) {
      all.forEach(files::add);
    }
    for (Path file : files) {
      numberOne(file, numbering);
    }
  }

  private static void numberOne(Path file, Numbering numbering) throws IOException {
    Path counted = file.resolveSibling("counted.tmp");
    try (KpackArchive archive = KpackArchive.open(file);
        ArchiveWriter writer =
            ArchiveWriter.create(
                counted,
                TableHead.of(archive),
                WriteOptions.DEFAULT.withThreads(1),
                Progress.NONE)) {
      Map<String, TreeMap<Integer, Integer>> rows = new TreeMap<>();
      for (int row = 0; row < archive.entryCount(); row++) {
        String column = archive.entry(row).binary() + " @ " + archive.entry(row).targetText();
        rows.computeIfAbsent(column, each -> new TreeMap<>()).put(archive.entry(row).index(), row);
      }
      for (TreeMap<Integer, Integer> column : rows.values()) {
        int number = 0;
        for (int row : column.values()) {
          String binary = archive.entry(row).binary();
          String target = archive.entry(row).targetText();
          int index = numbering.index(target, number++, column.size());
          writer.add(NewEntry.of(BinaryKey.parse(binary + "#" + index), target), archive.load(row));
        }
      }
      writer.finish();
    }
    Files.move(counted, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}

package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/**
 * AOTriton's kernels in a file, or in a ZIP archive of such files, opened anew in each pass. Memory
 * holds the directory of the file.
 *
 * @param file where it is
 * @param path its path below what is packed
 */
record PackedImages(Path file, String path) implements DatabasePart {
  private static final String AOTRITON = "aotriton";
  private static final String ENDING = ".aks2";
  private static final String FILE = "aks2";
  private static final String ZIP = "aks2-zip";

  /** Whether a document is one of these. */
  static boolean isOne(Document document) {
    String format = document.format().id();
    return format.equals(FILE) || format.equals(ZIP);
  }

  @Override
  public String database() {
    return AOTRITON;
  }

  @Override
  public int files() {
    return 1;
  }

  @Override
  public void rows(Progress progress, RowTaker taker) throws IOException {
    try (Document document = StandardFormats.all().open(file, progress)) {
      if (!isOne(document)) {
        throw refused(
            "expected AOTriton's kernels, found %s. Take the file out of the folder, or copy it again from where it came."
                .formatted(document.format().words()));
      }
      if (!document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
      rows(document, progress, taker);
    }
  }

  private void rows(Document document, Progress progress, RowTaker taker) throws IOException {
    Member member = null;
    int index = 0;
    for (DocumentPart part : document.parts()) {
      progress.step(0);
      FormatException problem = part.problem();
      if (problem != null) {
        throw problem;
      }
      if (part.place() instanceof Place.CodeObject kernel) {
        taker.take(row(kernel, part, member, index++));
      } else if (part.place() instanceof Place.Member place) {
        checkFull(member, index);
        member = new Member(place.name(), member == null ? 0 : member.number() + 1);
        index = 0;
      } else {
        throw new IllegalStateException("a kernel that is no code object: " + part.key());
      }
    }
    checkFull(member, index);
  }

  /** What has no kernel has no row that could make it again. */
  private void checkFull(@Nullable Member member, int kernels) throws OperationException {
    if (member != null && kernels == 0) {
      throw refused(
          "expected an .aks2 file with kernels, found the member %s without, which unpack-database cannot restore. Make the archive again without it."
              .formatted(member.name()));
    }
  }

  private DatabaseRow row(
      Place.CodeObject kernel, DocumentPart part, @Nullable Member member, int index)
      throws OperationException {
    if (kernel.target().isEmpty()) {
      throw refused(
          "kernel %s: expected an architecture in the folder's name or the code object, found none"
              .formatted(kernel.binary()));
    }
    return new DatabaseRow(
        AOTRITON,
        kernel.target(),
        "%s/%s/%s".formatted(AOTRITON, DatabaseRow.bare(kernel.target()), kernel.binary()),
        "hsaco",
        part.sizeBytes(),
        new Source(path, member, kernel.binary(), index, part));
  }

  private OperationException refused(String what) {
    return new OperationException(Obstacle.UNKNOWN_DATABASE, "%s: %s".formatted(file, what));
  }

  /** A file in a ZIP archive. */
  private record Member(String name, int number) {
    /** A kernel's name in the file; in the archive that of the file is before it. */
    String own(String kernel) {
      int before = name.length() - (name.endsWith(ENDING) ? ENDING.length() : 0) + 1;
      return kernel.substring(before);
    }
  }

  /** A kernel of the directory. */
  private record Source(
      String path, @Nullable Member member, String kernel, int index, DocumentPart part)
      implements DatabaseRow.Source {
    @Override
    public Map<String, MsgValue> metadata() {
      String own = member == null ? kernel : member.own(kernel);
      Map<String, MsgValue> all = new LinkedHashMap<>();
      all.put(DatabaseRow.DATABASE, new MsgValue.Text(AOTRITON));
      all.put(DatabaseRow.PATH, new MsgValue.Text(path));
      if (member != null) {
        all.put(DatabaseRow.MEMBER, new MsgValue.Text(member.name()));
        all.put(DatabaseRow.MEMBER_INDEX, MsgValue.Int.of(member.number()));
      }
      all.put(DatabaseRow.KERNEL, new MsgValue.Text(own));
      all.putAll(NamedFacts.selection(AOTRITON, own));
      all.put(DatabaseRow.INDEX, MsgValue.Int.of(index));
      all.put(DatabaseRow.OFFSET, number("offset"));
      all.put(DatabaseRow.SHARED_BYTES, number("shared memory"));
      all.put(DatabaseRow.THREADS, number("threads"));
      return all;
    }

    private MsgValue.Int number(String field) {
      return MsgValue.Int.of(Long.parseLong(part.fields().getOrDefault(field, "")));
    }

    @Override
    public ByteView load() throws IOException {
      return part.content().load();
    }
  }
}

package org.kpackworkbench.model.operation.database;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.DistinctTexts;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.Bzip2;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.aotriton.AotritonKernels;
import org.kpackworkbench.model.format.aotriton.AotritonWriter;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.sqlite.NewKernelTable;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport.UnpackedFile;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Makes databases again that {@link PackDatabase} wrote to archives. Files of AOTriton are those
 * that were kept beside the archives, if they have the archives' kernels; else they are compressed
 * anew. A failure or cancellation leaves nothing. Used once, by one thread.
 */
public final class UnpackDatabase {
  private static final String ARCHIVE = ".kpack";

  /** All members of ZIP archives have it, so that the same members make the same bytes. */
  private static final LocalDateTime MEMBER_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final UnpackDatabaseRequest request;

  /** The archives, with those of folders; known when they are read. */
  private List<Path> archives = List.of();

  /** What there is so far, by the files' paths below the folder. */
  private final Map<Path, Tally> files = new TreeMap<>();

  /** Number of kernels that go into directories. */
  private int images;

  /** Of files, and of folders of code objects: for which architectures there are archives. */
  private final Map<Path, Architectures> architectures = new TreeMap<>();

  /** Of files: how many rows have other compressed bytes than the rows that were packed. */
  private final Map<Path, Integer> otherBlobs = new TreeMap<>();

  /** What there is to say of files. */
  private final List<OperationNote> findings = new ArrayList<>();

  /** The folders that those are in. */
  private final Set<Path> folders = new HashSet<>();

  public UnpackDatabase(UnpackDatabaseRequest request) {
    this.request = request;
  }

  /**
   * The architectures of a database.
   *
   * @param all those that were packed
   * @param here those whose rows came
   */
  private record Architectures(Set<String> all, Set<String> here) {
    Architectures() {
      this(new TreeSet<>(), new TreeSet<>());
    }

    List<String> missing() {
      return all.stream().filter(architecture -> !here.contains(architecture)).toList();
    }
  }

  /** What goes into a file. */
  private static final class Tally {
    private final Contents contents;

    /** What each row of a table or directory has once. */
    private @Nullable DistinctTexts keys;

    /** Of directories, which are written when all of them is known: by their number in the file. */
    private @Nullable Map<Long, Directory> directories;

    /** Of MIOpen's: the first row. */
    private @Nullable MiopenCells first;

    /** Which file of its path its rows came from; empty until a row says it. */
    private String source = "";

    private int kernels;
    private long codeBytes;

    Tally(Contents contents) {
      this.contents = contents;
    }

    /** Whether a row is of a table that was made otherwise than that of the first one. */
    boolean differs(MiopenCells row) {
      if (first == null) {
        first = row;
      }
      return first.unique() != row.unique();
    }

    /** Whether a row is of another file of the same path. */
    boolean isOther(Row row) {
      if (source.isEmpty()) {
        source = row.source();
      }
      return !row.source().isEmpty() && !row.source().equals(source);
    }

    /** Whether something that a file has once did not come yet. */
    boolean isNew(String key) {
      if (keys == null) {
        keys = new DistinctTexts();
      }
      return keys.add(key);
    }

    /** Adds a kernel; false if the names and numbers of a ZIP archive's files contradict. */
    boolean add(Row row, ImageCells cells) {
      if (directories == null) {
        directories = new TreeMap<>();
      }
      Directory directory = directories.get(cells.memberIndex());
      if (directory == null) {
        directory = new Directory(row.path(), cells.member());
        directories.put(cells.memberIndex(), directory);
        if (!isNew(Cells.key("member", cells.member()))) {
          return false;
        }
      }
      directory.images().add(new Image(row.archive(), row.entry().row(), cells));
      return directory.member().equals(cells.member());
    }

    /** Whether a file has these directories. */
    boolean is(List<AotritonKernels> file, Progress progress) throws IOException {
      List<Directory> own = List.copyOf(directories());
      boolean same = own.size() == file.size();
      for (int i = 0; same && i < own.size(); i++) {
        same = own.get(i).is(file.get(i), progress);
      }
      return same;
    }

    /** Those of a file of AOTriton's, in its order. */
    Collection<Directory> directories() {
      return directories == null ? List.of() : directories.values();
    }
  }

  /** A kernel of a directory, and the row that has its code. */
  private record Image(KpackArchive archive, int row, ImageCells cells) {
    void extract(OutputStream out) throws IOException {
      archive.extract(row, out, CodeObjects.EXTRACT_LIMIT_BYTES);
    }

    /** Whether a file's kernel has the same entry and code. */
    boolean is(AotritonKernels.Kernel kernel) throws IOException {
      AotritonWriter.Kernel own = cells.kernel();
      if (cells.index() != kernel.index()
          || !own.name().equals(kernel.name())
          || own.sharedBytes() != kernel.sharedBytes()
          || own.threads() != kernel.threads()
          || own.offset() != kernel.offset()
          || own.sizeBytes() != kernel.sizeBytes()) {
        return false;
      }
      ByteArrayOutputStream code = new ByteArrayOutputStream();
      extract(code);
      return Arrays.equals(
          code.toByteArray(), kernel.code().bytes(0, Math.toIntExact(kernel.sizeBytes())));
    }
  }

  /**
   * A directory of AOTriton's: that of a file, or of one in a ZIP archive.
   *
   * @param first the archive that the first of its rows came from
   * @param member its name in the ZIP archive; empty if it is a file by itself
   */
  private record Directory(Path first, String member, List<Image> images) {
    Directory(Path first, String member) {
      this(first, member, new ArrayList<>());
    }

    /** What writes it, in its order. */
    AotritonWriter writer(Path file) throws OperationException {
      images.sort(Comparator.comparingLong(image -> image.cells().index()));
      try {
        return new AotritonWriter(images.stream().map(image -> image.cells().kernel()).toList());
      } catch (IllegalArgumentException wrong) {
        OperationException refused =
            new OperationException(
                Obstacle.UNKNOWN_DATABASE,
                "%s, %s: %s"
                    .formatted(
                        first, member.isEmpty() ? file : file + ", " + member, wrong.getMessage()));
        refused.initCause(wrong);
        throw refused;
      }
    }

    void write(Path name, Path file, Progress progress) throws IOException {
      writer(name)
          .write(
              file,
              (kernel, out) -> {
                progress.step(0);
                images.get(kernel).extract(out);
              });
    }

    /** Whether a file has these kernels, all of them, and no other ones. */
    boolean is(AotritonKernels file, Progress progress) throws IOException {
      if (!file.member().equals(member)) {
        return false;
      }
      int[] same = new int[1];
      int[] other = new int[1];
      file.each(
          progress.cancelOnly(),
          kernel -> {
            boolean equal = kernel.index() < images.size() && images.get(kernel.index()).is(kernel);
            (equal ? same : other)[0]++;
          });
      return same[0] == images.size() && other[0] == 0;
    }
  }

  /** What kind of file a row goes into. */
  private enum Contents {
    CODE_OBJECT,
    ROCFFT,
    ROCFFT_FILES,
    NAMED_CODE,
    MIOPEN,
    AOTRITON,
    AOTRITON_ZIP
  }

  /**
   * A row of an archive, and where it goes.
   *
   * @param path the archive's file
   * @param file its path below the folder
   * @param source which file of that path it came from; empty where that is not known
   * @param architectures of all of its file or folder, where the row says them
   * @param cells what a table or directory has beside the code
   */
  private record Row(
      Path path,
      KpackArchive archive,
      ArchiveEntry entry,
      Path file,
      String source,
      List<String> architectures,
      Cells cells) {
    /** What is of one architecture, or of several: the file, or the folder of code objects. */
    Path database() {
      Path folder = file.getParent();
      return cells.contents() != Contents.CODE_OBJECT
          ? file
          : folder == null ? Path.of("") : folder;
    }

    void extract(OutputStream out) throws IOException {
      archive.extract(entry.row(), out, CodeObjects.EXTRACT_LIMIT_BYTES);
    }

    byte[] code() throws IOException {
      ByteArrayOutputStream code = new ByteArrayOutputStream();
      extract(code);
      return code.toByteArray();
    }
  }

  /** What a file has beside the code. */
  private sealed interface Cells {
    Contents contents();

    /** What the file has once, each. */
    List<String> keys(String target);

    /** Values that are apart, as one. */
    static String key(Object... values) {
      return Arrays.stream(values).map(String::valueOf).collect(Collectors.joining("\0"));
    }
  }

  /**
   * The file is the code object.
   *
   * @param mode its permissions; {@link FileModes#NONE} for the usual ones
   */
  private record NoCells(int mode) implements Cells {
    @Override
    public Contents contents() {
      return Contents.CODE_OBJECT;
    }

    @Override
    public List<String> keys(String target) {
      return List.of();
    }
  }

  private record RocfftCells(
      String kernel, long hipVersion, MsgValue.Binary generator, long timestamp) implements Cells {
    @Override
    public Contents contents() {
      return Contents.ROCFFT;
    }

    @Override
    public List<String> keys(String target) {
      return List.of(Cells.key(kernel, target, hipVersion, HexText.of(generator.bytes())));
    }
  }

  /**
   * The row names a file, which has the code.
   *
   * @param named the file's path below the output
   */
  private record NamedCells(long row, long length, String precision, String kernelPath, Path named)
      implements Cells {
    @Override
    public Contents contents() {
      return Contents.ROCFFT_FILES;
    }

    @Override
    public List<String> keys(String target) {
      return List.of(Cells.key(row));
    }
  }

  /**
   * A row of MIOpen's.
   *
   * @param level that bzip2 compressed it with
   * @param blobSum CRC-32 of what bzip2 wrote; -1 if it is not known, or nothing was compressed
   */
  private record MiopenCells(
      long id,
      String kernel,
      String arguments,
      String hash,
      long unpackedBytes,
      boolean unique,
      int level,
      long blobSum)
      implements Cells {
    /** What the row has of the code. */
    byte[] blob(byte[] code) {
      return unpackedBytes == 0 ? code : Bzip2.pack(code, level);
    }

    /** Whether a blob is the one that was packed, as far as is known. */
    boolean is(byte[] blob) {
      CRC32 sum = new CRC32();
      sum.update(blob);
      return blobSum < 0 || blobSum == sum.getValue();
    }

    @Override
    public Contents contents() {
      return Contents.MIOPEN;
    }

    @Override
    public List<String> keys(String target) {
      String number = Cells.key(id);
      return unique ? List.of(number, Cells.key("", kernel, arguments)) : List.of(number);
    }
  }

  private record ImageCells(
      long memberIndex, String member, long index, AotritonWriter.Kernel kernel) implements Cells {
    @Override
    public Contents contents() {
      return member.isEmpty() ? Contents.AOTRITON : Contents.AOTRITON_ZIP;
    }

    @Override
    public List<String> keys(String target) {
      return List.of(Cells.key(memberIndex, index));
    }
  }

  /** Writes rows. */
  private interface RowWriter {
    void write(Row row) throws IOException;

    /** Called behind the last one, with those archives open that have kernels of directories. */
    void finish() throws IOException;
  }

  /**
   * What {@link #run} would write; changes nothing, and unpacks no code.
   *
   * @throws IOException as {@link #run}
   */
  public UnpackDatabaseReport plan(Progress progress) throws IOException {
    StagedTree.checkFree(request.output(), request.replace());
    rows(
        new RowWriter() {
          @Override
          public void write(Row row) {}

          @Override
          public void finish() throws IOException {
            for (Map.Entry<Path, Tally> file : files.entrySet()) {
              Tally tally = file.getValue();
              if (!tally.directories().isEmpty() && kept(file.getKey(), tally, progress) == null) {
                findings.add(anew(file.getKey(), false));
              }
            }
          }
        },
        progress);
    return report(false);
  }

  /**
   * Unpacks.
   *
   * @throws FileAlreadyExistsException if the output is there already, is not to be replaced, and
   *     is not what would be written
   * @throws OperationException if an archive was not made of a database, or two archives have the
   *     same file or row
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public UnpackDatabaseReport run(Progress progress) throws IOException {
    boolean there =
        new NewFolder(request.output(), request.replace())
            .write(folder -> write(folder, progress), progress);
    return report(there);
  }

  private UnpackDatabaseReport report(boolean there) {
    List<OperationNote> notes = new ArrayList<>();
    architectures.forEach(
        (database, of) -> {
          if (!of.missing().isEmpty()) {
            notes.add(incomplete(database, of));
          }
        });
    notes.addAll(findings);
    List<UnpackedFile> contents = new ArrayList<>();
    files.forEach(
        (file, tally) ->
            contents.add(
                new UnpackedFile(request.output().resolve(file), tally.kernels, tally.codeBytes)));
    return new UnpackDatabaseReport(request, contents, notes, there);
  }

  private void write(Path folder, Progress progress) throws IOException {
    Map<Path, NewKernelTable> tables = new TreeMap<>();
    try {
      rows(
          new RowWriter() {
            @Override
            public void write(Row row) throws IOException {
              UnpackDatabase.this.write(row, folder.resolve(row.file()), tables);
            }

            @Override
            public void finish() throws IOException {
              directories(folder, progress);
            }
          },
          progress);
      for (NewKernelTable table : tables.values()) {
        table.finish();
      }
      otherBlobs.forEach((file, rows) -> findings.add(otherBlobs(file, rows)));
    } finally {
      for (NewKernelTable table : tables.values()) {
        table.close();
      }
    }
  }

  private void directories(Path folder, Progress progress) throws IOException {
    for (Map.Entry<Path, Tally> file : files.entrySet()) {
      Tally tally = file.getValue();
      if (tally.directories().isEmpty()) {
        continue;
      }
      Path to = folder.resolve(file.getKey());
      Path kept = kept(file.getKey(), tally, progress);
      if (kept != null && restored(kept, to, tally, progress)) {
        continue;
      }
      if (tally.contents == Contents.AOTRITON_ZIP) {
        zip(tally.directories(), file.getKey(), to, progress);
      } else {
        for (Directory directory : tally.directories()) {
          directory.write(file.getKey(), to, progress);
        }
      }
      if (!KeptFiles.sum(to, progress).equals(tally.source)) {
        findings.add(anew(file.getKey(), kept != null));
      }
    }
  }

  /** The file that was packed, beside one of the archives; null if it is not there. */
  private @Nullable Path kept(Path file, Tally tally, Progress progress) throws IOException {
    for (Path kept : beside(file)) {
      if (!tally.source.isEmpty()
          && Files.isRegularFile(kept)
          && KeptFiles.sum(kept, progress).equals(tally.source)) {
        return kept;
      }
    }
    return null;
  }

  /** Where the file that was packed may be, beside the archives. */
  private Set<Path> beside(Path file) {
    Set<Path> beside = new LinkedHashSet<>();
    for (Path archive : archives) {
      beside.add(KeptFiles.of(archive.toAbsolutePath().resolveSibling(""), file));
    }
    return beside;
  }

  /** Copies a file if it has the kernels that the archives have now. */
  private static boolean restored(Path kept, Path to, Tally tally, Progress progress)
      throws IOException {
    boolean same = KeptFiles.copy(kept, to, progress).equals(tally.source);
    if (same) {
      try (MappedFile mapped = MappedFile.open(to)) {
        same = tally.is(AotritonKernels.of(new Place.File(to), mapped.view(), progress), progress);
      }
    }
    if (!same) {
      Files.delete(to);
    }
    return same;
  }

  private OperationNote incomplete(Path database, Architectures of) {
    List<String> missing = of.missing();
    return new OperationNote(
        Severity.WARNING,
        "architecture-missing",
        request.output().resolve(database),
        "it has only the kernels for %s: what was packed has kernels for %s, too, whose %s not given"
            .formatted(
                String.join(", ", of.here()),
                String.join(", ", missing),
                CountText.word(missing.size(), "archive was", "archives were")),
        "Name all archives of the database to restore all of it.");
  }

  private OperationNote otherBlobs(Path file, int rows) {
    return new OperationNote(
        Severity.WARNING,
        "compressed-again",
        request.output().resolve(file),
        "%s compressed to other bytes than those that were packed: another program than bzip2's library had compressed %s, or the archives have other code"
            .formatted(
                CountText.of(rows, "row") + CountText.word(rows, " is", " are"),
                CountText.word(rows, "it", "them")),
        "Compare the code objects with those of the original, if you still have it: they are what"
            + " MIOpen loads.");
  }

  private OperationNote anew(Path file, boolean kept) {
    return new OperationNote(
        Severity.WARNING,
        "compressed-again",
        request.output().resolve(file),
        kept
            ? "the archives have other kernels than the file that was packed: it is made of theirs"
            : "it has the same kernels as the file that was packed, compressed again to other"
                + " bytes",
        kept ? "" : sameBytes(file));
  }

  /** How to get the bytes that were packed. */
  private String sameBytes(Path file) {
    boolean other = beside(file).stream().anyMatch(Files::exists);
    return (other
            ? "What the folder %s has there is not the file that was packed, whose SHA-256 the"
                + " archives have: for the same bytes, copy that there, and unpack them again."
            : "For the same bytes, put the folder %s, which pack-database wrote, beside the"
                + " archives, and unpack them again.")
        .formatted(KeptFiles.folder(Path.of("")).getFileName());
  }

  /** Stores each directory, as AOTriton reads no other members. */
  private static void zip(
      Collection<Directory> directories, Path name, Path file, Progress progress)
      throws IOException {
    // A stored member begins with its size, so each is made as a file of its own first.
    Path member = Files.createTempFile(file.getParent(), ".member", ".part");
    try (ZipOutputStream zip =
        new ZipOutputStream(
            new BufferedOutputStream(
                Channels.newOutputStream(
                    NamedChannel.open(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))))) {
      for (Directory directory : directories) {
        Files.delete(member);
        directory.write(name, member, progress);
        add(zip, directory.member(), member, progress);
      }
    } finally {
      Files.deleteIfExists(member);
    }
  }

  private static void add(ZipOutputStream zip, String name, Path content, Progress progress)
      throws IOException {
    CRC32 sum = new CRC32();
    try (InputStream in = new CheckedInputStream(Files.newInputStream(content), sum)) {
      FileCopy.bytes(in, OutputStream.nullOutputStream(), progress.cancelOnly());
    }
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(Files.size(content));
    entry.setCrc(sum.getValue());
    entry.setTimeLocal(MEMBER_TIME);
    zip.putNextEntry(entry);
    try (InputStream in = Files.newInputStream(content)) {
      FileCopy.bytes(in, zip, progress.cancelOnly());
    }
    zip.closeEntry();
  }

  private void write(Row row, Path file, Map<Path, NewKernelTable> tables) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    switch (row.cells()) {
      case NoCells none -> {
        try (OutputStream out =
            Channels.newOutputStream(
                NamedChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
          row.extract(out);
        }
        FileModes.set(file, none.mode());
      }
      case RocfftCells cells -> {
        NewKernelTable table = tables.get(file);
        if (table == null) {
          table = NewKernelTable.rocfft(file);
          tables.put(file, table);
        }
        table.add(
            cells.kernel(),
            row.entry().targetText(),
            cells.hipVersion(),
            cells.generator().bytes(),
            row.code(),
            cells.timestamp());
      }
      case NamedCells cells -> {
        NewKernelTable table = tables.get(file);
        if (table == null) {
          table = NewKernelTable.rocfftFiles(file);
          tables.put(file, table);
        }
        table.add(
            cells.row(),
            row.entry().targetText(),
            cells.length(),
            cells.precision(),
            cells.kernelPath());
        writeNamed(row, file.resolveSibling(cells.kernelPath()).normalize());
      }
      case MiopenCells cells -> {
        NewKernelTable table = tables.get(file);
        if (table == null) {
          table = NewKernelTable.miopen(file, cells.unique());
          tables.put(file, table);
        }
        byte[] blob = cells.blob(row.code());
        if (!cells.is(blob)) {
          otherBlobs.merge(row.file(), 1, Integer::sum);
        }
        table.add(
            cells.id(),
            cells.kernel(),
            cells.arguments(),
            blob,
            cells.hash(),
            cells.unpackedBytes());
      }
      case ImageCells cells -> {
        // Its file begins with a directory of all of them.
      }
    }
  }

  /** Several rows may name one file; it is written once. */
  private static void writeNamed(Row row, Path file) throws IOException {
    byte[] code = row.code();
    if (!Files.exists(file)) {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.write(file, code);
    } else if (!Arrays.equals(Files.readAllBytes(file), code)) {
      throw clash(row.path(), row, "another row of %s has other code for the same kernel_path");
    }
  }

  /** Goes through all rows, and counts them. */
  private void rows(RowWriter writer, Progress progress) throws IOException {
    UnpackBudget budget = UnpackBudget.operation();
    Set<KpackArchive> open = new LinkedHashSet<>();
    try {
      archives = archives();
      progress.begin(
          "Unpacking "
              + (archives.size() == 1
                  ? archives.getFirst()
                  : CountText.of(archives.size(), "archive")),
          rowsOf(archives, progress),
          Unit.CODE_OBJECTS);
      for (Path path : archives) {
        KpackArchive archive = KpackArchive.open(path, budget);
        open.add(archive);
        int imagesBefore = images;
        FormatException refusal = archive.refusal();
        if (refusal != null) {
          throw refusal;
        }
        for (int number = 0; number < archive.entryCount(); number++) {
          Row row = row(path, archive, number);
          count(path, row);
          writer.write(row);
          progress.step(1);
        }
        // Those with kernels of a directory are read again, when all of the directory is known.
        if (images == imagesBefore) {
          open.remove(archive);
          archive.close();
        }
      }
      for (Map.Entry<Path, Tally> file : files.entrySet()) {
        for (Directory directory : file.getValue().directories()) {
          directory.writer(file.getKey());
        }
      }
      writer.finish();
    } finally {
      for (KpackArchive archive : open) {
        archive.close();
      }
    }
  }

  /** How many rows all archives have; of each only its table of contents is read. */
  private static long rowsOf(List<Path> archives, Progress progress) throws IOException {
    UnpackBudget budget = UnpackBudget.operation();
    long rows = 0;
    for (Path path : archives) {
      progress.step(0);
      refusePackage(path, budget, progress);
      try (KpackArchive archive = KpackArchive.open(path, budget)) {
        rows += archive.entryCount();
      }
    }
    return rows;
  }

  /** The archives that are named, and those directly in the folders that are named. */
  private List<Path> archives() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path named : request.archives()) {
      if (Files.isDirectory(named)) {
        List<Path> found = archivesIn(named);
        if (found.isEmpty()) {
          throw noArchives(named);
        }
        all.addAll(found);
      } else {
        all.add(named);
      }
    }
    return List.copyOf(all);
  }

  private static List<Path> archivesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ARCHIVE) && Files.isRegularFile(file))
          .sorted()
          .toList();
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
  }

  private static OperationException noArchives(Path folder) throws IOException {
    List<String> below = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.filter(Files::isDirectory).sorted().toList()) {
        if (!archivesIn(each).isEmpty()) {
          below.add(each.toString());
        }
      }
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
    return new OperationException(
        Obstacle.UNKNOWN_DATABASE,
        "%s: expected a folder with archives that pack-database wrote, found one without .kpack files. %s"
            .formatted(
                folder,
                below.isEmpty()
                    ? "To make archives of what is in it, use pack-database."
                    : "Name the folder that has them: %s.".formatted(ListText.some(below))));
  }

  private static Row row(Path path, KpackArchive archive, int number) throws IOException {
    ArchiveEntry entry = archive.entry(number);
    FormatException problem = entry.problem();
    if (problem != null) {
      throw problem;
    }
    Map<String, MsgValue> metadata = archive.metadata(number);
    if (!(metadata.get(DatabaseRow.DATABASE) instanceof MsgValue.Text(String database))
        || !(metadata.get(DatabaseRow.PATH) instanceof MsgValue.Text(String name))) {
      throw wrong(path, entry, "expected database and path in the metadata, found none");
    }
    Path file = BinaryKey.unsafe(name).isEmpty() ? Path.of(name).normalize() : Path.of("");
    if (file.toString().isEmpty()) {
      throw wrong(path, entry, "expected a path below the folder, found %s".formatted(name));
    }
    // Archives that do not say it are of one database each, as far as is known.
    String source =
        metadata.get(DatabaseRow.SOURCE) instanceof MsgValue.Text(String said) ? said : "";
    List<String> architectures = new ArrayList<>();
    if (metadata.get(DatabaseRow.ARCHITECTURES) instanceof MsgValue.Array(List<MsgValue> values)) {
      for (MsgValue value : values) {
        if (value instanceof MsgValue.Text(String architecture)) {
          architectures.add(architecture);
        }
      }
    }
    return new Row(
        path,
        archive,
        entry,
        file,
        source,
        List.copyOf(architectures),
        cells(path, entry, database, file, metadata));
  }

  private static Cells cells(
      Path path, ArchiveEntry entry, String database, Path file, Map<String, MsgValue> metadata)
      throws OperationException {
    if (!(metadata.get(DatabaseRow.KERNEL) instanceof MsgValue.Text(String kernel))) {
      long mode = word(metadata.get(DatabaseRow.MODE));
      return new NoCells(mode < 0 ? FileModes.NONE : (int) mode & DatabaseRow.MOST_MODE);
    }
    switch (database) {
      case "rocfft" -> {
        if (metadata.containsKey(DatabaseRow.KERNEL_PATH)) {
          return named(path, entry, file, metadata);
        }
        if (metadata.get(DatabaseRow.HIP_VERSION) instanceof MsgValue.Int version
            && metadata.get(DatabaseRow.TIMESTAMP) instanceof MsgValue.Int timestamp
            && version.isLong()
            && timestamp.isLong()
            && metadata.get(DatabaseRow.GENERATOR) instanceof MsgValue.Binary generator) {
          return new RocfftCells(
              kernel, version.value().longValue(), generator, timestamp.value().longValue());
        }
        throw wrong(path, entry, "expected hip_version, generator_sum and timestamp");
      }
      case "miopen" -> {
        long size = entry.originalSizeBytes();
        long level =
            metadata.containsKey(DatabaseRow.LEVEL)
                ? word(metadata.get(DatabaseRow.LEVEL))
                : Bzip2.MOST_LEVEL;
        if (level < 1 || level > Bzip2.MOST_LEVEL) {
          throw wrong(path, entry, "expected a bzip2_level from 1 to 9");
        }
        if (metadata.get(DatabaseRow.ID) instanceof MsgValue.Int id
            && id.isLong()
            && metadata.get(DatabaseRow.ARGUMENTS) instanceof MsgValue.Text(String arguments)
            && metadata.get(DatabaseRow.HASH) instanceof MsgValue.Text(String hash)
            && metadata.get(DatabaseRow.UNPACKED_SIZE) instanceof MsgValue.Int unpacked
            && (unpacked.equals(MsgValue.Int.of(0)) || unpacked.equals(MsgValue.Int.of(size)))) {
          return new MiopenCells(
              id.value().longValue(),
              kernel,
              arguments,
              hash,
              unpacked.value().longValue(),
              // Archives that do not say it are of databases as MIOpen makes them.
              !(metadata.get(DatabaseRow.UNIQUE) instanceof MsgValue.Bool(boolean unique))
                  || unique,
              (int) level,
              unpacked.value().signum() == 0 ? -1 : word(metadata.get(DatabaseRow.BLOB_CRC)));
        }
        throw wrong(
            path,
            entry,
            "expected id, kernel_args, kernel_hash, and uncompressed_size, which is 0 or the size"
                + " of the code object");
      }
      case "aotriton" -> {
        long index = word(metadata.get(DatabaseRow.INDEX));
        long offset = word(metadata.get(DatabaseRow.OFFSET));
        long shared = word(metadata.get(DatabaseRow.SHARED_BYTES));
        long threads = word(metadata.get(DatabaseRow.THREADS));
        if (index < 0 || offset < 0 || shared < 0 || threads < 0) {
          throw wrong(
              path, entry, "expected index, offset, shared_memory and threads, each of 32 bits");
        }
        long memberIndex = 0;
        String member = "";
        if (metadata.get(DatabaseRow.MEMBER) instanceof MsgValue.Text(String name)) {
          memberIndex = word(metadata.get(DatabaseRow.MEMBER_INDEX));
          member = name;
          if (memberIndex < 0 || name.isEmpty() || BinaryKey.unsafe(name).isPresent()) {
            throw wrong(
                path,
                entry,
                "expected a path below the ZIP archive as member, and member_index, of 32 bits");
          }
        }
        return new ImageCells(
            memberIndex,
            member,
            index,
            new AotritonWriter.Kernel(kernel, shared, threads, offset, entry.originalSizeBytes()));
      }
      default ->
          throw wrong(
              path, entry, "expected a database of rocfft, miopen or aotriton, found " + database);
    }
  }

  private static NamedCells named(
      Path path, ArchiveEntry entry, Path file, Map<String, MsgValue> metadata)
      throws OperationException {
    if (metadata.get(DatabaseRow.KERNEL_PATH) instanceof MsgValue.Text(String kernelPath)
        && metadata.get(DatabaseRow.PRECISION) instanceof MsgValue.Text(String precision)
        && metadata.get(DatabaseRow.ROW) instanceof MsgValue.Int row
        && metadata.get(DatabaseRow.LENGTH) instanceof MsgValue.Int length
        && row.isLong()
        && length.isLong()
        && !kernelPath.isEmpty()
        && BinaryKey.unsafe(kernelPath).isEmpty()) {
      return new NamedCells(
          row.value().longValue(),
          length.value().longValue(),
          precision,
          kernelPath,
          file.resolveSibling(kernelPath).normalize());
    }
    throw wrong(
        path,
        entry,
        "expected rowid, length, precision, and a kernel_path below the database's folder");
  }

  /** A number of 32 bits without sign; -1 if it is none. */
  private static long word(@Nullable MsgValue value) {
    return value instanceof MsgValue.Int number
            && number.value().signum() >= 0
            && number.value().bitLength() <= Integer.SIZE
        ? number.value().longValue()
        : -1;
  }

  private void count(Path archive, Row row) throws OperationException {
    Cells cells = row.cells();
    Architectures of =
        architectures.computeIfAbsent(row.database(), database -> new Architectures());
    of.all().addAll(row.architectures());
    of.here().add(DatabaseRow.bare(row.entry().targetText()));
    Tally tally = tally(archive, row, row.file(), cells.contents());
    if (tally.kernels > 0 && cells instanceof NoCells) {
      throw clash(archive, row, "another row has the file %s already");
    }
    if (tally.isOther(row)) {
      throw clash(
          archive, row, "another row came from a database with the path %s and other content");
    }
    if (cells instanceof MiopenCells miopen && tally.differs(miopen)) {
      throw clash(archive, row, "another row disagrees on whether %s has a unique index");
    }
    for (String key : cells.keys(row.entry().targetText())) {
      if (!tally.isNew(key)) {
        throw clash(archive, row, "another row has the same kernel for %s already");
      }
    }
    if (cells instanceof ImageCells image) {
      images++;
      if (!tally.add(row, image)) {
        throw clash(archive, row, "another row gives a file in %s another name or number");
      }
    }
    if (cells instanceof NamedCells named) {
      tally = tally(archive, row, named.named(), Contents.NAMED_CODE);
      if (tally.kernels > 0) {
        if (tally.codeBytes != row.entry().originalSizeBytes()) {
          throw clash(archive, row, "another row of %s has other code for the same kernel_path");
        }
        return;
      }
    }
    tally.kernels++;
    tally.codeBytes += row.entry().originalSizeBytes();
  }

  private Tally tally(Path archive, Row row, Path file, Contents contents)
      throws OperationException {
    Tally known = files.get(file);
    if (known != null) {
      if (known.contents != contents) {
        throw clash(archive, row, "another row has the file %s already");
      }
      return known;
    }
    Tally tally = new Tally(contents);
    files.put(file, tally);
    boolean clash = folders.contains(file);
    for (Path in = file.getParent(); in != null; in = in.getParent()) {
      folders.add(in);
      clash |= files.containsKey(in);
    }
    if (clash) {
      throw clash(archive, row, "a file and a folder have the name %s");
    }
    return tally;
  }

  /** Archives are mapped from files of their own: says how to get them out of a package. */
  private static void refusePackage(Path path, UnpackBudget budget, Progress progress)
      throws IOException {
    @Nullable Path file = path;
    while (file != null && !Files.exists(file)) {
      file = file.getParent();
    }
    if (file == null) {
      return;
    }
    Optional<PackageFile> opened = PackageFile.open(file, budget, progress);
    if (opened.isEmpty()) {
      return;
    }
    List<String> archives =
        opened.get().members().stream()
            .map(Member::path)
            .filter(name -> name.endsWith(ARCHIVE))
            .toList();
    String words = opened.get().format().words();
    throw new OperationException(
        Obstacle.UNKNOWN_DATABASE,
        archives.isEmpty()
            ? "%s: expected an archive that pack-database wrote, found a %s without .kpack files. To make archives of what is in it, use pack-database."
                .formatted(file, words)
            : "%s: expected an archive that pack-database wrote, found a %s with %s (%s). Extract them, for example with \"%s\", and name them."
                .formatted(
                    file,
                    words,
                    CountText.of(archives.size(), ".kpack file"),
                    archives.size() == 1 ? archives.getFirst() : archives.getFirst() + ", …",
                    switch (opened.get().format()) {
                      case WHEEL, ZIP -> "unzip " + file;
                      case DEB -> "dpkg-deb -x %s .".formatted(file);
                      case RPM -> "rpm2cpio %s | cpio -id".formatted(file);
                      case TAR -> "tar -xf " + file;
                    }));
  }

  private static OperationException clash(Path archive, Row row, String what) {
    return new OperationException(
        Obstacle.CLASH,
        "%s, %s: %s. Name each archive once, and unpack different databases separately."
            .formatted(archive, row.entry().key().text(), what.formatted(row.file())));
  }

  private static OperationException wrong(Path archive, ArchiveEntry entry, String what) {
    return new OperationException(
        Obstacle.UNKNOWN_DATABASE,
        "%s, %s: %s. Name archives that pack-database wrote."
            .formatted(archive, entry.key().text(), what));
  }
}

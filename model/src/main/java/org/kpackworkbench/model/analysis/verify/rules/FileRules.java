package org.kpackworkbench.model.analysis.verify.rules;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.verify.FileSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.aotriton.AotritonZipFormat;
import org.kpackworkbench.model.format.ar.ArFormat;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.host.CoffFormat;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.DocumentSubject;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.LfsPointer;
import org.kpackworkbench.model.format.registry.NamedFormat;

/** Rules about a file as a whole. */
public final class FileRules {
  private FileRules() {}

  /**
   * A file can be read as what its first bytes or its name say it is. Kinds that are known and not
   * read, such as 32-bit ELF files, are noted.
   */
  public static final Rule<FileSubject.Broken> FILE_READS =
      Rule.of(
          FileSubject.Broken.class,
          "file-reads",
          "A file can be read as the kind that its first bytes or its name indicate.",
          FileRules::fileReads);

  private static void fileReads(FileSubject.Broken broken, Sink sink) {
    boolean foreign = broken.failure().reason() == Reason.UNSUPPORTED;
    sink.problem(
        foreign ? Severity.NOTE : Severity.ERROR,
        broken.place(),
        broken.failure(),
        switch (broken.failure().reason()) {
          case UNSUPPORTED -> "Such files are not checked.";
          case UNSUPPORTED_VERSION ->
              "It cannot be read as %s; it was made for newer programs than this one."
                  .formatted(broken.kind());
          // The file is complete but its content is invalid.
          case UNSAFE_PATH, DUPLICATE_KEY, BAD_VALUE ->
              "It cannot be read as %s; make it again.".formatted(broken.kind());
          default -> "It cannot be read as %s; it may have been cut off.".formatted(broken.kind());
        });
  }

  /**
   * A file is of the kind that its name indicates. An error where a loader or a tool opens such
   * names and would fail; a warning where other things have such names, too. Archives and manifests
   * have rules of their own about their first bytes.
   */
  public static final Rule<FileSubject> KIND_MATCHES_NAME =
      Rule.of(
          FileSubject.class,
          "file-kind",
          "A file is of the kind that its name indicates.",
          FileRules::kindMatchesName);

  private static final List<Claim> CLAIMS =
      List.of(
          Claim.of(".*\\.kpack", "a kpack archive", Severity.ERROR, KpackFormat.FORMAT),
          Claim.of(".*\\.kpm", "a kpack manifest", Severity.ERROR, KpmFormat.FORMAT),
          Claim.of(
              ".*\\.(hsaco|co)",
              "a GPU code object or bundle",
              Severity.ERROR,
              CodeObjectFormat.FORMAT,
              BundleFormat.FORMAT),
          Claim.of(
              ".*\\.so(\\.\\d+)*",
              "a shared library",
              Severity.ERROR,
              ElfFormat.FORMAT,
              CodeObjectFormat.FORMAT,
              NamedFormat.LINKER_SCRIPT,
              NamedFormat.MACH_O),
          Claim.of(".*\\.(dll|pyd|exe)", "a Windows binary", Severity.ERROR, CoffFormat.FORMAT),
          Claim.of(
              ".*\\.tar\\.zst",
              "a zstd-compressed tar archive",
              Severity.ERROR,
              PackageFormat.TAR,
              NamedFormat.ZSTD),
          Claim.of(
              ".*\\.tar\\.xz",
              "an xz-compressed tar archive",
              Severity.ERROR,
              PackageFormat.TAR,
              NamedFormat.XZ),
          Claim.of(
              ".*/aotriton\\.images/.*\\.zip",
              "an archive of AOTriton kernels",
              Severity.ERROR,
              AotritonZipFormat.FORMAT),
          Claim.of(".*\\.whl", "a wheel", Severity.ERROR, PackageFormat.WHEEL),
          Claim.of(".*\\.deb", "a Debian package", Severity.ERROR, PackageFormat.DEB),
          Claim.of(".*\\.rpm", "an RPM package", Severity.ERROR, PackageFormat.RPM),
          Claim.of(
              ".*\\.a",
              "a static library",
              Severity.WARNING,
              ArFormat.FORMAT,
              NamedFormat.LINKER_SCRIPT,
              NamedFormat.MACH_O));

  private static void kindMatchesName(FileSubject file, Sink sink) {
    String name = String.valueOf(file.place().file().getFileName());
    Path path = file.place().file().toAbsolutePath().normalize();
    Claim claim = claim(path.toString().replace('\\', '/')).orElse(null);
    if (claim == null
        || claim.formats().contains(file.format())
        || file.format() == NamedFormat.LFS_POINTER
        || name.endsWith(".kpack")
        || name.endsWith(".kpm")) {
      return;
    }
    String advice = file.format().advice();
    sink.add(
        claim.severity(),
        file.place(),
        0,
        "Its name says that it is %s; by its content it is: %s."
            .formatted(claim.words(), file.format().words()),
        advice.isEmpty() || file.format().isPacked() ? "Get the file again, or rename it." : advice,
        Evidence.of(claim.words(), file.format().words()));
  }

  /**
   * The claim that names of a form make.
   *
   * @param name the form of the paths
   * @param words what they claim
   * @param formats what files of such names may be
   * @param severity how bad it is when they are something else
   */
  private record Claim(Pattern name, String words, Set<Format> formats, Severity severity) {
    static Claim of(String name, String words, Severity severity, Format first, Format... others) {
      Pattern pattern = Pattern.compile(name, Pattern.CASE_INSENSITIVE);
      Set<Format> formats = new HashSet<>(List.of(others));
      formats.add(first);
      return new Claim(pattern, words, formats, severity);
    }
  }

  private static Optional<Claim> claim(String name) {
    return CLAIMS.stream().filter(each -> each.name().matcher(name).matches()).findFirst();
  }

  /** A file is not a Git LFS pointer that replaces the real file. */
  public static final class Fetched extends NamedRule<FileSubject> {
    public Fetched() {
      super(
          FileSubject.class,
          "file-lfs-pointer",
          "A file is present, not only a Git LFS pointer to it.");
    }

    @Override
    public void check(FileSubject file, Sink sink) throws FormatException {
      if (file.format() != NamedFormat.LFS_POINTER) {
        return;
      }
      String name = String.valueOf(file.place().file().getFileName()).toLowerCase(Locale.ROOT);
      sink.add(
          claim(name).isPresent() ? Severity.ERROR : Severity.WARNING,
          file.place(),
          0,
          "It is a %s: the file itself was not fetched."
              .formatted(
                  LfsPointer.of(file.bytes())
                      .map(LfsPointer::words)
                      .orElse(NamedFormat.LFS_POINTER.words())),
          NamedFormat.LFS_POINTER.advice() + ".");
    }
  }

  /**
   * All of a file can be read. It is about formats that have themselves checked as any document is;
   * others have a rule of their own that says more.
   */
  public static final Rule<DocumentSubject> DOCUMENT_READS =
      Rule.of(
          DocumentSubject.class,
          "contents-read",
          "All parts of a file can be read.",
          FileRules::documentReads);

  private static final String ADVICE = "It may have been cut off; make or get it again.";

  private static void documentReads(DocumentSubject subject, Sink sink) throws FormatException {
    List<FormatException> problems = subject.document().problems();
    for (FormatException problem : problems) {
      sink.problem(subject.place(), problem, ADVICE);
    }
    for (DocumentPart part : subject.document().parts()) {
      sink.progress().step(0);
      FormatException problem = part.problem();
      if (problem != null && !problems.contains(problem)) {
        sink.problem(part.place(), problem, ADVICE);
      }
    }
  }
}

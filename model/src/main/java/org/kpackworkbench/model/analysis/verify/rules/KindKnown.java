package org.kpackworkbench.model.analysis.verify.rules;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.verify.FileSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.LfsPointer;

/**
 * A file is of the kind that its name claims. An error where a loader or a tool opens such names
 * and would fail; a warning where other things have such names, too. Archives and manifests have
 * rules of their own about their first bytes.
 */
public final class KindKnown extends NamedRule<FileSubject> {
  public KindKnown() {
    super(FileSubject.class, "file-kind", "A file is of the kind that its name claims.");
  }

  /**
   * What names of a form claim.
   *
   * @param name the form of the names
   * @param words what they claim
   * @param formats what files of such names may be
   * @param severity how bad it is when they are something else
   */
  private record Claim(Pattern name, String words, Set<Format> formats, Severity severity) {
    static Claim of(String name, String words, Severity severity, Format first, Format... others) {
      Pattern pattern = Pattern.compile(name, Pattern.CASE_INSENSITIVE);
      return new Claim(pattern, words, EnumSet.of(first, others), severity);
    }
  }

  private static final List<Claim> CLAIMS =
      List.of(
          Claim.of(".*\\.kpack", "a kpack archive", Severity.ERROR, Format.KPACK),
          Claim.of(".*\\.kpm", "a kpack manifest", Severity.ERROR, Format.KPM),
          Claim.of(
              ".*\\.hsaco", "a GPU code object", Severity.ERROR, Format.CODE_OBJECT, Format.BUNDLE),
          Claim.of(
              ".*\\.so(\\.\\d+)*",
              "a shared library",
              Severity.ERROR,
              Format.ELF,
              Format.CODE_OBJECT,
              Format.LINKER_SCRIPT,
              Format.MACH_O),
          Claim.of(".*\\.(dll|pyd|exe)", "a Windows binary", Severity.ERROR, Format.COFF),
          Claim.of(".*\\.tar\\.zst", "a zstd-compressed tar archive", Severity.ERROR, Format.ZSTD),
          Claim.of(".*\\.tar\\.xz", "an xz-compressed tar archive", Severity.ERROR, Format.XZ),
          Claim.of(
              ".*\\.a",
              "a static library",
              Severity.WARNING,
              Format.STATIC_LIBRARY,
              Format.LINKER_SCRIPT,
              Format.MACH_O));

  @Override
  public void check(FileSubject file, Sink sink) {
    String name = String.valueOf(file.place().file().getFileName());
    Claim claim = claim(name).orElse(null);
    if (claim == null
        || claim.formats().contains(file.format())
        || file.format() == Format.LFS_POINTER
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
        advice.isEmpty() || file.format().isPacked() ? "Get the file anew, or rename it." : advice);
  }

  private static Optional<Claim> claim(String name) {
    return CLAIMS.stream().filter(each -> each.name().matcher(name).matches()).findFirst();
  }

  /** Whether a pointer of Git LFS stands in the place of a large file of a known kind. */
  public static final class Fetched extends NamedRule<FileSubject> {
    public Fetched() {
      super(
          FileSubject.class,
          "file-lfs-pointer",
          "A file is there itself, not as a pointer of Git LFS.");
    }

    @Override
    public void check(FileSubject file, Sink sink) throws FormatException {
      if (file.format() != Format.LFS_POINTER) {
        return;
      }
      String name = String.valueOf(file.place().file().getFileName()).toLowerCase(Locale.ROOT);
      sink.add(
          claim(name).isPresent() || name.endsWith(".co") ? Severity.ERROR : Severity.WARNING,
          file.place(),
          0,
          "It is a %s: the file itself was not fetched."
              .formatted(
                  LfsPointer.of(file.bytes())
                      .map(LfsPointer::words)
                      .orElse(Format.LFS_POINTER.words())),
          Format.LFS_POINTER.advice() + ".");
    }
  }
}

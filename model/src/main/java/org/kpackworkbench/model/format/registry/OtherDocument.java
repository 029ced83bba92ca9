package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;

/**
 * A file that is shown as bytes only: of a kind that is named but not taken apart, or of one that
 * could not be read; then {@link #problems} says why.
 */
public final class OtherDocument extends SourceDocument {
  private final List<FormatException> problems;

  /** Of a format, with what kept it from being read, if anything did. */
  public OtherDocument(OpenSource source, Format format, List<FormatException> problems) {
    super(source, format);
    this.problems = List.copyOf(problems);
  }

  @Override
  protected Ownership owners() {
    return problems.isEmpty()
        ? Claims.single(bytes(), OwnerKind.UNOWNED, format().words(), place())
        : Claims.problem(bytes(), place(), problems.getFirst());
  }

  @Override
  public List<FormatException> problems() {
    return problems;
  }

  @Override
  public boolean mayHoldCodeObjects() {
    return !problems.isEmpty();
  }

  @Override
  public Optional<String> refusesCodeObjects() {
    return Optional.of("expected a file that can have code objects, found " + format().words());
  }

  @Override
  public Optional<CodeStore> codeStore() throws FormatException {
    boolean isCode =
        format().isDeviceCode() || format().groups().contains(FileSummary.Group.DATABASE);
    if (isCode && !problems.isEmpty()) {
      throw problems.getFirst();
    }
    return Optional.empty();
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new Info(this);
  }

  /** A file of which there is no more to say than what it is. */
  private record Info(OtherDocument document) implements FileInfo {
    @Override
    public void describe(Report report) throws IOException {
      LfsPointer pointer = pointer();
      if (pointer != null) {
        Facts facts = new Facts().text("oid", pointer.oid()).size("size", pointer.sizeBytes());
        if (pointer.sizeBytes() < 0) {
          facts.shown("unknown");
        }
        report.facts().part("pointer", facts);
        report.values("pointer/oid as refers to", "pointer/size as size");
      }
    }

    private @Nullable LfsPointer pointer() throws IOException {
      return document.format() == NamedFormat.LFS_POINTER
          ? LfsPointer.of(document.bytes()).orElse(null)
          : null;
    }
  }

  @Override
  public FileSummary summary() throws FormatException {
    if (!problems.isEmpty()) {
      return new FileSummary(
          format(), FileSummary.Group.UNREADABLE, format().words() + " that cannot be read");
    }
    if (format() == NamedFormat.LFS_POINTER) {
      String pointer = LfsPointer.of(bytes()).map(LfsPointer::words).orElse("");
      return new FileSummary(format(), FileSummary.Group.OTHER, pointer);
    }
    FileSummary.Group group =
        format().isText()
            ? FileSummary.Group.TEXT
            : format().isPacked() ? FileSummary.Group.PACKED : FileSummary.Group.OTHER;
    return new FileSummary(format(), group, format().words());
  }
}

package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.kpackworkbench.model.analysis.verify.run.Verifier;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * The marker of a host-only binary that is edited. Saved, it stays where it is if it fits there,
 * else the file is laid out anew; code, data and all other addresses stay.
 *
 * <p>The file stays open until the document is closed.
 */
public final class EditedMarker extends EditedDocument<MarkerEdit> {
  private final MappedFile file;
  private final FatBinary original;
  private final MarkerContent first;
  private MarkerContent content;

  private EditedMarker(
      MappedFile file, FatBinary original, MarkerContent content, FileStamp stamp) {
    super(stamp);
    this.file = file;
    this.original = original;
    this.first = content;
    this.content = content;
  }

  /**
   * Opens a host-only binary for editing its marker.
   *
   * @throws FormatException where it is none
   */
  public static EditedMarker open(Path path) throws IOException {
    FileStamp stamp = FileStamp.of(path);
    MappedFile file = MappedFile.open(path);
    try {
      FatBinary fat = FatBinary.read(ElfFile.read(file.view()));
      Marker marker = fat.marker();
      if (fat.state() != DeviceCode.HOST_ONLY || marker == null || marker.section() == null) {
        throw FormatException.in(path.toString(), "marker", "", Reason.UNSUPPORTED)
            .expected("a host-only binary whose marker has a section")
            .found(fat.state().words())
            .build();
      }
      MarkerContent content = MarkerContent.of(file.view(), marker);
      stamp.require("Open it again.");
      return new EditedMarker(file, fat, content, stamp);
    } catch (IOException | RuntimeException failure) {
      file.close();
      throw failure;
    }
  }

  /** What the marker says now. */
  public MarkerContent content() {
    return content;
  }

  /**
   * Where the marker goes when it is saved as it is now.
   *
   * @throws FormatException where there is no room, which no applied edit leads to
   */
  public MarkerFit fit() throws FormatException {
    return new MarkerLayout(original, content.bytes()).fit();
  }

  /** Says of other names and paths whether there is room for them. */
  public MarkerFitting fitting() {
    return new MarkerFitting(stamp().path().toString(), original, first);
  }

  /** Looks for the archives where the marker would say that they are. */
  @Override
  public List<Finding> errorsOf(MarkerEdit edit, Path file, Progress progress) throws IOException {
    MarkerContent after = apply(new Checks(stamp().path().toString(), edit), edit);
    return newErrors(
        Verifier.host(file, saying(content), progress),
        Verifier.host(file, saying(after), progress));
  }

  /** The binary as it would be with another marker. */
  private FatBinary saying(MarkerContent stated) {
    Marker marker = Objects.requireNonNull(original.marker());
    return new FatBinary(
        original.elf(),
        original.state(),
        original.diagnosis(),
        original.wrappers(),
        original.bundles(),
        new Marker(
            marker.section(),
            marker.range(),
            marker.address(),
            stated.kernelName(),
            stated.searchPaths(),
            marker.otherKeys(),
            marker.problems()),
        original.relocatable(),
        original.fatSections(),
        original.problems());
  }

  @Override
  Step perform(MarkerEdit edit) throws IOException {
    MarkerContent before = content;
    MarkerContent after = apply(new Checks(stamp().path().toString(), edit), edit);
    content = after;
    return new Step() {
      @Override
      public void forth() {
        content = after;
      }

      @Override
      public void back() {
        content = before;
      }
    };
  }

  private MarkerContent apply(Checks checks, MarkerEdit edit) throws IOException {
    MarkerContent after =
        switch (edit) {
          case MarkerEdit.SetKernelName(String name) -> {
            checks.key(name);
            yield new MarkerContent(name, content.searchPaths(), content.fields());
          }
          case MarkerEdit.SetSearchPaths(List<String> paths) -> {
            fitting().checkPaths(checks, paths);
            yield new MarkerContent(content.kernelName(), paths, content.fields());
          }
        };
    if (after.equals(content)) {
      throw checks.nothingChanges();
    }
    // Whether there is room is known now, and said now.
    new MarkerLayout(original, after.bytes());
    return after;
  }

  /**
   * Saves to the file that was opened.
   *
   * @throws FormatException {@code FILE_CHANGED} where somebody else has written it meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public void save(Progress progress) throws IOException {
    finish(saving(), progress);
  }

  /**
   * Saves to another file, with the mode of the one that was opened.
   *
   * @throws java.nio.file.FileAlreadyExistsException where it is there and may not be replaced
   */
  public void saveAs(Path target, boolean replace, Progress progress) throws IOException {
    finish(savingAs(target, replace), progress);
  }

  private void finish(MarkerSaving saving, Progress progress) throws IOException {
    saving.run(progress);
    saved(saving);
  }

  @Override
  public MarkerSaving saving() {
    return new MarkerSaving(draft(), stamp().path(), true, stamp(), history().done());
  }

  @Override
  public MarkerSaving savingAs(Path target, boolean replace) {
    return new MarkerSaving(draft(), target, replace, null, history().done());
  }

  private MarkerSaving.Draft draft() {
    return new MarkerSaving.Draft(file.view(), original, stamp().path(), first, content);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

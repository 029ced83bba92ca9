package org.kpackworkbench.model.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.bytes.ReplacingFile;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.elf.edit.LayoutFinding;
import org.kpackworkbench.model.elf.edit.LayoutRule;
import org.kpackworkbench.model.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.elf.edit.LayoutWriter;
import org.kpackworkbench.model.elf.edit.OffsetEdits;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.offload.DeviceCode;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.offload.Marker;

/**
 * The marker of a host-only binary that is edited. Saved, it stays where it is if it fits there,
 * else the file is laid out anew; code, data and all other addresses stay.
 *
 * <p>The file stays open until the document is closed.
 */
public final class EditedMarker extends EditedDocument<MarkerEdit> implements AutoCloseable {
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

  /** The binary as it was opened. */
  public FatBinary original() {
    return original;
  }

  /**
   * Where the marker goes when it is saved as it is now.
   *
   * @throws FormatException where there is no room, which no applied edit leads to
   */
  public MarkerFit fit() throws FormatException {
    return new MarkerLayout(original, content.bytes()).fit();
  }

  /**
   * Where the marker would go if it said this, for showing while somebody types. Any thread.
   *
   * @throws FormatException why it cannot say that: an edit would be refused
   */
  public MarkerFit fit(String kernelName, List<String> searchPaths) throws FormatException {
    String file = stamp().path().toString();
    MarkerEdit.SetKernelName name = new MarkerEdit.SetKernelName(kernelName);
    new Checks(file, name).key(kernelName);
    MarkerEdit.SetSearchPaths paths = new MarkerEdit.SetSearchPaths(searchPaths);
    checkPaths(new Checks(file, paths), searchPaths);
    MarkerContent stated = new MarkerContent(kernelName, searchPaths, first.fields());
    return new MarkerLayout(original, stated.bytes()).fit();
  }

  /** What the layout verifier says of the file as it was opened. */
  public List<LayoutFinding> layoutFindings() throws FormatException {
    return LayoutVerifier.verify(original.elf());
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
            checkPaths(checks, paths);
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

  private void checkPaths(Checks checks, List<String> paths) throws FormatException {
    for (String path : paths) {
      boolean manifest = path.endsWith(".kpm") && !first.searchPaths().contains(path);
      if (path.isEmpty() || path.indexOf('\0') >= 0 || manifest) {
        throw checks
            .error("search path", Reason.BAD_VALUE)
            .expected("a path of archives, which may hold @GFXARCH@")
            .found(manifest ? "the manifest \"" + path + "\"" : "\"" + path + "\"")
            .build();
      }
    }
    if (paths.isEmpty()) {
      throw checks
          .error("search paths", Reason.BAD_VALUE)
          .expected("at least one")
          .found("none")
          .build();
    }
  }

  /** Applies the edits that are not saved to the file as it is now; the caller closes both. */
  public Rebased<MarkerEdit> rebaseOnto(EditedMarker newer) {
    return Rebased.onto(newer, history().unsaved());
  }

  /**
   * Saves to the file that was opened.
   *
   * @throws FormatException {@code FILE_CHANGED} where somebody else has written it meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public void save(Progress progress) throws IOException {
    write(stamp().path(), true, stamp(), progress);
  }

  /**
   * Saves to another file, with the mode of the one that was opened.
   *
   * @throws java.nio.file.FileAlreadyExistsException where it is there and may not be replaced
   */
  public void saveAs(Path target, boolean replace, Progress progress) throws IOException {
    write(target, replace, null, progress);
  }

  private void write(Path target, boolean replace, @Nullable FileStamp expected, Progress progress)
      throws IOException {
    String advice = "Save under another name, or open the file again and apply the edits to it.";
    if (expected != null) {
      expected.require(advice);
    }
    int mode = org.kpackworkbench.model.bytes.FileModes.of(stamp().path().toRealPath());
    ByteView view = file.view();
    try (ReplacingFile written = ReplacingFile.create(target, replace)) {
      LayoutWriter writer = new LayoutWriter(written.channel(), progress);
      if (content.equals(first)) {
        writer.write(view, new OffsetEdits(view.size()), List.of());
      } else {
        MarkerLayout layout = new MarkerLayout(original, content.bytes());
        writer.write(view, layout.edits(), layout.overlays());
        try (MappedFile back = MappedFile.open(written.temporary())) {
          check(ElfFile.read(back.view()), layout.address());
        }
      }
      org.kpackworkbench.model.bytes.FileModes.set(written.temporary(), mode);
      if (expected != null) {
        expected.require(advice);
      }
      written.commit();
    }
    saved(history().done(), FileStamp.of(target));
  }

  /** What was written is read back: what is wrong with it here is this program's fault. */
  private void check(ElfFile written, long address) throws FormatException {
    FatBinary result = FatBinary.read(written);
    Marker marker = result.marker();
    byte[] bytes = content.bytes();
    boolean same =
        result.state() == DeviceCode.HOST_ONLY
            && result.wrappers().size() == original.wrappers().size()
            && marker != null
            && marker.problems().isEmpty()
            && marker.address() == address
            && marker.range().length() == bytes.length
            && Arrays.equals(bytes, written.view().bytes(marker.range().start(), bytes.length));
    if (!same) {
      throw wrong(written, result.state() + " " + result.diagnosis());
    }
    Set<LayoutRule> broken = EnumSet.noneOf(LayoutRule.class);
    for (LayoutFinding finding : LayoutVerifier.verify(original.elf())) {
      broken.add(finding.rule());
    }
    for (LayoutFinding finding : LayoutVerifier.verify(written)) {
      if (!broken.contains(finding.rule())) {
        throw wrong(written, finding.toString());
      }
    }
  }

  private static FormatException wrong(ElfFile written, String found) {
    return FormatException.in(written.view().name(), "host-only file", "", Reason.BAD_VALUE)
        .expected("a valid host-only file with the edited marker")
        .found(found)
        .advice("Nothing was changed. This is an error of the program: please report it.")
        .build();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

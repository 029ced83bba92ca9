package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.CoffLayout.CoffFault;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding.LayoutRule;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.host.edit.HostBinary;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;
import org.kpackworkbench.model.operation.output.ContentCheck;

/**
 * The marker of a host-only binary that is edited. Saved, it stays where it is if it fits there,
 * else the file is laid out again; code, data and all other addresses stay.
 *
 * <p>The file stays open until the document is closed.
 */
public final class EditedMarker extends EditedDocument<MarkerEdit> {
  private final OpenFile file;
  private final FatBinary original;
  private final MarkerContent first;
  private MarkerContent content;

  private EditedMarker(OpenFile file, FatBinary original, MarkerContent content, FileStamp stamp) {
    super(stamp);
    this.file = file;
    this.original = original;
    this.first = content;
    this.content = content;
  }

  /**
   * Opens a host-only binary for editing its marker.
   *
   * @throws FormatException if it is none
   */
  public static EditedMarker open(Path path) throws IOException {
    FileStamp stamp = FileStamp.of(path);
    return Closing.ifFails(
        OpenFile.open(path),
        file -> {
          FatBinary fat = FatBinary.read(HostImages.read(file.view()));
          Marker marker = fat.marker();
          // An old plan put its section into binaries whose code is registered in another way, too.
          boolean old = marker != null && marker.isManifestPath() && fat.wrappers().isEmpty();
          if ((fat.state() != DeviceCode.HOST_ONLY && !old)
              || marker == null
              || marker.section() == null) {
            throw FormatException.in(path.toString(), "marker", "", Reason.UNSUPPORTED)
                .mismatch("a host-only binary whose marker has a section", fat.state().words());
          }
          MarkerContent content = MarkerContent.of(file.view(), marker);
          stamp.require("Open it again.");
          return new EditedMarker(file, fat, content, stamp);
        });
  }

  /** How the binary's system reads search paths. */
  public PathRules pathRules() {
    return original.image().pathRules();
  }

  /** Returns the content of the marker as it is now. */
  public MarkerContent content() {
    return content;
  }

  /**
   * Where the marker goes when it is saved as it is now.
   *
   * @throws FormatException if there is no room, which no applied edit leads to
   */
  public MarkerFit fit() throws FormatException {
    return MarkerLayout.of(original, content.bytes()).fit();
  }

  /** Returns a check whether there is room for other names and paths. */
  public MarkerFitting fitting() {
    return new MarkerFitting(stamp().path().toString(), original, first);
  }

  /**
   * Looks for the archives where the marker would say that they are. Names and paths may have been
   * edited before: on the way to the marker that is meant, one is without the other.
   */
  @Override
  public List<Finding> errorsOf(MarkerEdit edit, Path file, ContentCheck check, Progress progress)
      throws IOException {
    MarkerContent after = apply(new EditChecks(stamp().path().toString(), edit), edit);
    return newErrors(
        check.host(file, saying(first), progress), check.host(file, saying(after), progress));
  }

  /** The binary as it would be with another marker. */
  private FatBinary saying(MarkerContent stated) {
    Marker marker = Objects.requireNonNull(original.marker());
    return new FatBinary(
        original.image(),
        original.state(),
        original.diagnosis(),
        original.wrappers(),
        original.bundles(),
        marker.saying(stated.kernelName(), stated.searchPaths()),
        original.relocatable(),
        original.fatSections(),
        original.problems());
  }

  @Override
  Step perform(MarkerEdit edit) throws IOException {
    MarkerContent before = content;
    MarkerContent after = apply(new EditChecks(stamp().path().toString(), edit), edit);
    content = after;
    return new Step(() -> content = after, () -> content = before);
  }

  private MarkerContent apply(EditChecks checks, MarkerEdit edit) throws IOException {
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
    MarkerLayout unused = MarkerLayout.of(original, after.bytes());
    return after;
  }

  @Override
  public MarkerSave saving() {
    return new MarkerSave(draft(), stamp().path(), true, stamp(), history().done());
  }

  @Override
  public MarkerSave savingAs(Path target, boolean replace) {
    return new MarkerSave(draft(), target, replace, null, history().done());
  }

  private MarkerSave.Draft draft() {
    return new MarkerSave.Draft(file.view(), original, stamp().path(), first, content);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Content of a marker.
   *
   * @param kernelName the binary's part of the key in archives
   * @param searchPaths where archives are looked for, in order
   * @param fields the keys and values as they were read, for their order and what is not known
   */
  public record MarkerContent(String kernelName, List<String> searchPaths, List<RawPair> fields) {
    public MarkerContent {
      searchPaths = List.copyOf(searchPaths);
      fields = List.copyOf(fields);
    }

    /**
     * Reads it.
     *
     * @throws FormatException if parts of it could not be read and would be lost
     */
    static MarkerContent of(ByteView file, Marker marker) throws FormatException {
      if (!marker.problems().isEmpty()) {
        throw marker.problems().getFirst();
      }
      if (marker.isManifestPath()) {
        // Nothing names the binary but its file.
        String name = file.name().substring(file.name().lastIndexOf('/') + 1);
        return new MarkerContent(name, marker.searchPaths(), List.of());
      }
      List<RawPair> fields = new ArrayList<>();
      long end = marker.range().end();
      MsgCursor cursor = new MsgCursor(file, marker.range().start(), end, "marker");
      long pairs = cursor.mapHeader("map");
      for (long i = 0; i < pairs; i++) {
        long start = cursor.position();
        String name = cursor.textSpan("key") ? cursor.spanText() : "(a key that is not text)";
        long value = cursor.position();
        cursor.skip(name);
        fields.add(
            new RawPair(
                name,
                file.bytes(start, (int) (value - start)),
                file.bytes(value, (int) (cursor.position() - value))));
      }
      String kernelName = marker.kernelName();
      if (kernelName == null || fields.stream().map(RawPair::name).distinct().count() < pairs) {
        throw FormatException.at(
                file, marker.range().start(), "marker", "keys", Reason.DUPLICATE_KEY)
            .mismatch("each key once", fields.toString());
      }
      return new MarkerContent(kernelName, marker.searchPaths(), fields);
    }

    /** Its bytes: the keys in their order, what is not known as stored. */
    byte[] bytes() {
      Map<String, byte[]> known = new LinkedHashMap<>();
      known.put(Marker.SEARCH_PATHS_KEY, MsgEncoder.texts(searchPaths));
      known.put(Marker.KERNEL_NAME_KEY, MsgEncoder.text(kernelName));
      return MsgEncoder.map(MsgEncoder.merge(fields, known, known.keySet()));
    }
  }

  /**
   * Writes a host-only binary with its edited marker beside its target, verifies it, and gives it
   * the name and the mode of the one that was opened.
   */
  static final class MarkerSave extends DocumentSave<MarkerEdit> {
    private final Draft draft;

    /**
     * A marker at one moment.
     *
     * @param view the original's bytes
     * @param path of the file whose mode is kept
     * @param first what the marker said at first
     * @param content what it says now
     */
    record Draft(
        ByteView view, FatBinary original, Path path, MarkerContent first, MarkerContent content) {}

    MarkerSave(
        Draft draft,
        Path target,
        boolean replace,
        @Nullable FileStamp expected,
        List<MarkerEdit> edits) {
      super(target, replace, expected, edits);
      this.draft = draft;
    }

    @Override
    void write(Progress progress) throws IOException {
      int mode = FileModes.of(draft.path().toRealPath());
      ByteView view = draft.view();
      try (ReplacingFile written = ReplacingFile.create(place(), replace())) {
        if (draft.content().equals(draft.first())) {
          LayoutPlan.copy(view, written.channel(), progress);
        } else {
          MarkerLayout layout = MarkerLayout.of(draft.original(), draft.content().bytes());
          layout.write(written.channel(), progress);
          try (OpenFile back = OpenFile.open(written.temporary())) {
            check(HostImages.read(back.view()), layout.address());
          }
        }
        FileModes.set(written.temporary(), mode);
        requireTarget();
        written.commit();
      }
    }

    /** Reads the file back after writing: what is wrong with it here is this program's fault. */
    private void check(HostImage written, long address) throws FormatException {
      FatBinary original = draft.original();
      FatBinary result = FatBinary.read(written);
      Marker marker = result.marker();
      byte[] bytes = draft.content().bytes();
      boolean same =
          result.state() == original.state()
              && result.wrappers().size() == original.wrappers().size()
              && marker != null
              && marker.problems().isEmpty()
              && marker.address() == address
              && marker.range().length() == bytes.length
              && Arrays.equals(bytes, written.view().bytes(marker.range().start(), bytes.length));
      if (!same) {
        throw wrong(written, result.state() + " " + result.diagnosis());
      }
      if (written instanceof CoffFile windows) {
        List<CoffFault> faults = CoffLayout.faults(windows);
        if (!faults.isEmpty() && CoffLayout.faults((CoffFile) original.image()).isEmpty()) {
          throw wrong(written, faults.getFirst().what());
        }
      } else {
        checkLayout((ElfFile) written);
      }
    }

    private void checkLayout(ElfFile written) throws FormatException {
      Set<LayoutRule> broken = EnumSet.noneOf(LayoutRule.class);
      for (LayoutFinding finding : LayoutVerifier.verify(draft.original().elf())) {
        broken.add(finding.rule());
      }
      for (LayoutFinding finding : LayoutVerifier.verify(written)) {
        if (!broken.contains(finding.rule())) {
          throw wrong(written, finding.toString());
        }
      }
    }

    private static FormatException wrong(HostImage written, String found) {
      return FormatException.in(written.view().name(), "host-only file", "", Reason.BAD_VALUE)
          .expected("a valid host-only file with the edited marker")
          .found(found)
          .advice(HostBinary.REPORT_IT)
          .build();
    }
  }
}

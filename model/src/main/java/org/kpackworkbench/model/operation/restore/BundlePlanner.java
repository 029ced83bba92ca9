package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.offload.EntryId;
import org.kpackworkbench.model.operation.restore.ArchiveSearch.ArchiveSet;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;
import org.kpackworkbench.model.operation.restore.RestoreReport.MissingCode;

/** Works out from the archives which bundles there were, and what is missing of them. */
final class BundlePlanner {
  private static final String DEVICE_PREFIX = "hipv4-amdgcn-amd-amdhsa--";
  private static final String PORTABLE = "amdgcnspirv";
  private static final String PORTABLE_ID = "hipv4-spirv64-amd-amdhsa--amdgcnspirv";

  private final ArchiveSet archives;
  private final String kernelName;
  private final Progress progress;
  private final BundleList bundles = new BundleList();
  private final Set<String> targets = new LinkedHashSet<>();
  private final TreeSet<Integer> reconstructed = new TreeSet<>();
  private final List<String> notes = new ArrayList<>();

  BundlePlanner(ArchiveSet archives, String kernelName, Progress progress) {
    this.archives = archives;
    this.kernelName = kernelName;
    this.progress = progress;
  }

  /**
   * Findings about one bundle.
   *
   * @param codes the code objects by their entries' ids
   */
  private static final class Found {
    final Map<String, CodeSource> codes = new LinkedHashMap<>();
    @Nullable BundleOrigin origin;
    @Nullable CodeSource originOf;
  }

  void plan(int wrapperCount) throws IOException {
    for (ArchiveSet.Opened opened : archives.archives()) {
      if (!ArchiveSet.hasCode(opened, kernelName, wrapperCount)) {
        notes.add("%s has nothing for %s.".formatted(opened.path(), kernelName));
      }
    }
    progress.begin("Looking up code objects", wrapperCount, Unit.WRAPPERS);
    for (int index = 0; index < wrapperCount; index++) {
      wrapper(index);
      progress.step(1);
    }
    if (!reconstructed.isEmpty()) {
      notes.add(
          ("The archives do not say which bundle entries their code objects came from (wrapper"
                  + " %s): ids were made from the targets, in the archives' order.")
              .formatted(numbers(reconstructed)));
    }
  }

  List<PlannedBundle> bundles() {
    return bundles.bundles();
  }

  List<MissingCode> missing() {
    return bundles.missing();
  }

  List<String> targets() {
    return List.copyOf(targets);
  }

  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    all.addAll(bundles.notes());
    return List.copyOf(all);
  }

  private void wrapper(int index) throws IOException {
    Found found = new Found();
    for (CodeSource source : archives.find(kernelName, index)) {
      add(found, source, index);
    }
    bundles.add(index, found.origin, found.codes);
  }

  private void add(Found found, CodeSource source, int index) throws IOException {
    FormatException problem = source.archive().problem(source.row()).orElse(null);
    if (problem != null) {
      throw new Refused(
          RestoreRefusal.CODE_OBJECT_DAMAGED,
          String.valueOf(problem.getMessage()),
          List.of(),
          problem);
    }
    BundleOrigin origin = origin(source).orElse(null);
    String id = origin == null ? reconstructed(source, index) : origin.entryId();
    if (origin != null) {
      BundleOrigin other = found.origin;
      CodeSource otherOf = found.originOf;
      if (other == null || otherOf == null) {
        found.origin = origin;
        found.originOf = source;
      } else if (!other.bundleIds().equals(origin.bundleIds())
          || !other.form().equals(origin.form())) {
        throw new Refused(
            RestoreRefusal.CONTRADICTING_ARCHIVES,
            "#%d was a bundle (%s) of %s in %s, and (%s) of %s in %s"
                .formatted(
                    index,
                    other.form().text(),
                    other.bundleIds(),
                    otherOf.path(),
                    origin.form().text(),
                    origin.bundleIds(),
                    source.path()));
      }
    }
    CodeSource first = found.codes.putIfAbsent(id, source);
    if (first != null && !first.sameAs(source, progress)) {
      throw new Refused(
          RestoreRefusal.CONTRADICTING_ARCHIVES,
          "%s#%d, %s, has different code in %s and %s"
              .formatted(kernelName, index, id, first.path(), source.path()));
    }
    targets.add(source.archive().entry(source.row()).target().toString());
  }

  private static Optional<BundleOrigin> origin(CodeSource source) throws Refused {
    try {
      return BundleOrigin.of(source.archive(), source.row());
    } catch (FormatException failure) {
      throw new Refused(
          RestoreRefusal.ARCHIVE_UNREADABLE,
          String.valueOf(failure.getMessage()),
          List.of(),
          failure);
    }
  }

  /** The id that a row of another tool's archive had: what its metadata says, or by its target. */
  private String reconstructed(CodeSource source, int index) throws FormatException {
    reconstructed.add(index);
    String stated =
        source.archive().metadata(source.row()).get(BundleOrigin.TARGET_KEY)
                instanceof org.kpackworkbench.model.base.msgpack.MsgValue.Text(String text)
            ? text
            : "";
    EntryId id = EntryId.parse(stated);
    if (id.gpuTarget() != null && !id.architecture().isEmpty()) {
      return stated;
    }
    String target = source.archive().entry(source.row()).target().toString();
    return target.equals(PORTABLE) ? PORTABLE_ID : DEVICE_PREFIX + target;
  }

  private static String numbers(Set<Integer> indices) {
    return ListText.some(indices.stream().map(index -> Integer.toString(index)).toList(), 10);
  }

  /**
   * The bundles that are to be made, wrapper by wrapper; wrappers that shared one share it again.
   */
  static final class BundleList {
    static final String HOST_ID = "host-x86_64-unknown-linux--";

    private final Map<Same, PlannedBundle> bundles = new LinkedHashMap<>();
    private final List<MissingCode> missing = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private record Same(BundleForm form, int copy, List<SameEntry> entries) {}

    private record SameEntry(String id, @Nullable Object code) {}

    List<PlannedBundle> bundles() {
      return List.copyOf(bundles.values());
    }

    List<MissingCode> missing() {
      return List.copyOf(missing);
    }

    List<String> notes() {
      return List.copyOf(notes);
    }

    /**
     * Adds a wrapper's bundle; what is missing of it is noted and left out.
     *
     * @param origin what is known of the bundle; null if nothing is
     * @param codes the code objects by their entries' ids
     */
    void add(int index, @Nullable BundleOrigin origin, Map<String, ? extends Code> codes)
        throws Refused {
      List<PlannedBundle.Entry> entries = entries(index, origin, codes);
      BundleForm form = origin == null || entries.isEmpty() ? BundleForm.PLAIN : origin.form();
      boolean bare = form.equals(BundleForm.BARE) && entries.size() == 1;
      if (form.equals(BundleForm.BARE) && !bare) {
        throw new Refused(
            RestoreRefusal.CONTRADICTING_ARCHIVES,
            "#%d is a code object without a bundle, of which there are %d"
                .formatted(index, entries.size()));
      }
      if (!bare && (origin == null || origin.bundleIds().isEmpty())) {
        entries.addFirst(new PlannedBundle.Entry(HOST_ID, null));
      }
      List<SameEntry> same = new ArrayList<>();
      for (PlannedBundle.Entry entry : entries) {
        Code code = entry.code();
        same.add(new SameEntry(entry.id(), code == null ? null : code.stored()));
      }
      bundles
          .computeIfAbsent(
              new Same(form, origin == null ? 0 : origin.copy(), same),
              key -> new PlannedBundle(form, List.copyOf(entries), new ArrayList<>()))
          .wrappers()
          .add(index);
    }

    private List<PlannedBundle.Entry> entries(
        int index, @Nullable BundleOrigin origin, Map<String, ? extends Code> codes) {
      List<PlannedBundle.Entry> entries = new ArrayList<>();
      Map<String, Code> left = new LinkedHashMap<>(codes);
      if (origin != null) {
        List<String> ids = origin.bundleIds();
        for (int i = 0; i < ids.size(); i++) {
          String id = ids.get(i);
          Code code = left.remove(id);
          boolean empty = EntryId.parse(id).isHost() || origin.emptyEntries().contains(i);
          if (code != null || empty) {
            entries.add(new PlannedBundle.Entry(id, code));
          } else {
            missing.add(new MissingCode(index, id));
          }
        }
      }
      left.forEach((id, code) -> entries.add(new PlannedBundle.Entry(id, code)));
      if (origin != null && !left.isEmpty() && !origin.bundleIds().isEmpty()) {
        notes.add(
            "Wrapper %d's bundle had no %s; it was added after the others."
                .formatted(index, String.join(", ", left.keySet())));
      }
      if (codes.isEmpty()) {
        missing.add(new MissingCode(index, ""));
      }
      return entries;
    }
  }
}

package org.kpackworkbench.model.operation.restore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.offload.EntryId;

/** The bundles that are to be made, wrapper by wrapper; wrappers that shared one share it again. */
final class BundleList {
  static final String HOST_ID = "host-x86_64-unknown-linux--";

  private final Map<Same, PlannedBundle> bundles = new LinkedHashMap<>();
  private final List<MissingCode> missing = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** What two wrappers have in common that shared a bundle. */
  private record Same(BundleForm form, List<SameEntry> entries) {}

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
   * @param origin what is known of the bundle; null where nothing is
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
            new Same(form, same),
            key -> new PlannedBundle(form, List.copyOf(entries), new ArrayList<>()))
        .wrappers()
        .add(index);
  }

  /** The entries in their order. */
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
          "Wrapper %d's bundle had no %s; it was added behind the others."
              .formatted(index, String.join(", ", left.keySet())));
    }
    if (codes.isEmpty()) {
      missing.add(new MissingCode(index, ""));
    }
    return entries;
  }
}

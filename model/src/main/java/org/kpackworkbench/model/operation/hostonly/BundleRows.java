package org.kpackworkbench.model.operation.hostonly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;

/**
 * Makes the rows of a bundle's entries.
 *
 * <p>An archive has one row for a wrapper and a target, and a loader takes the first that fits. Two
 * entries for one target would need two rows there; giving one of them a name that no loader asks
 * for would lose it as surely as leaving it out. So such a bundle is refused.
 */
final class BundleRows {
  private static final int MOST_NAME_CHARACTERS = 128;
  private static final int MOST_NAMED = 5;
  private static final Pattern NAME = Pattern.compile(GpuTarget.FILE_NAME);

  private final StoredBundle bundle;

  private BundleRows(StoredBundle bundle) {
    this.bundle = bundle;
  }

  /** Rows for each entry that holds device code: as many as wrappers point to the bundle. */
  static List<List<DeviceCodeRow>> of(StoredBundle bundle) throws Refused, FormatException {
    return new BundleRows(bundle).rows();
  }

  private List<List<DeviceCodeRow>> rows() throws Refused, FormatException {
    BundleForm form = BundleForm.of(bundle.content());
    try {
      return switch (bundle.content()) {
        case OffloadBundle plain -> rows(plain.table(), form);
        case CompressedBundle packed -> {
          if (form == null) {
            throw broken("compression method %d is not known".formatted(packed.methodValue()));
          }
          yield rows(packed.readTable(), form);
        }
        case BareCodeObject bare -> List.of(bare(bare));
        case BrokenBundle problem -> throw problem.problem();
      };
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      throw broken(String.valueOf(failure.getMessage()));
    }
  }

  private List<DeviceCodeRow> bare(BareCodeObject bare) throws Refused, FormatException {
    GpuTarget target = CodeObject.of(bare.elf()).target();
    checkName(target, "the code object");
    return rows(target, BundleOrigin.bare(target.toString()), bare.elf().view().size());
  }

  private List<List<DeviceCodeRow>> rows(BundleTable table, @Nullable BundleForm form)
      throws Refused {
    List<String> ids = new ArrayList<>();
    List<Integer> empty = new ArrayList<>();
    for (FormatException problem : table.problems()) {
      check(problem);
    }
    for (BundleEntry entry : table.entries()) {
      ids.add(entry.id().text());
      if (entry.isDevice() && entry.sizeBytes() == 0) {
        empty.add(entry.index());
      }
      if (!entry.isDevice() && entry.sizeBytes() != 0) {
        throw new Refused(Refusal.HOST_CODE, "%s, %s".formatted(where(), name(entry)));
      }
    }
    List<List<DeviceCodeRow>> rows = new ArrayList<>();
    Map<GpuTarget, BundleEntry> seen = new HashMap<>();
    for (BundleEntry entry : table.entries()) {
      if (!entry.isDevice() || entry.sizeBytes() == 0) {
        continue;
      }
      GpuTarget target = entry.target();
      if (target == null) {
        throw new Refused(Refusal.NO_TARGET, "%s, %s".formatted(where(), name(entry)));
      }
      checkName(target, name(entry));
      BundleEntry other = seen.putIfAbsent(target, entry);
      if (other != null) {
        throw new Refused(
            Refusal.SAME_TARGET, "%s, %s and %s".formatted(where(), name(other), name(entry)));
      }
      BundleOrigin origin =
          new BundleOrigin(
              entry.id().text(),
              null,
              entry.index(),
              ids,
              empty,
              form == null ? BundleForm.PLAIN : form);
      rows.add(rows(target, origin, entry.sizeBytes()));
    }
    for (BundleEntry entry : table.entries()) {
      checkText(entry);
    }
    if (rows.isEmpty()) {
      throw new Refused(
          Refusal.NO_DEVICE_CODE,
          where()
              + switch (ids.size()) {
                case 0 -> " has no entry";
                case 1 -> " has one entry, " + ids.getFirst();
                default -> " has the entries " + String.join(", ", ids);
              });
    }
    return rows;
  }

  /** A file says what its targets are called, and files are called after targets. */
  private void checkName(GpuTarget target, String what) throws Refused {
    String name = target.toString();
    if (name.length() > MOST_NAME_CHARACTERS || !NAME.matcher(name).matches()) {
      throw new Refused(Refusal.UNSAFE_TARGET, "%s, %s".formatted(where(), what));
    }
  }

  /** Archives keep ids as text; what is none would come back as other bytes. */
  private void checkText(BundleEntry entry) throws Refused {
    String id = entry.id().text();
    if (!id.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new Refused(
          Refusal.UNREADABLE_ID,
          "%s, entry %d (%s)".formatted(where(), entry.index(), id.replaceAll("[^ -~]", "?")));
    }
  }

  /** What only looks strange can be kept: entries that share bytes, for example. */
  private void check(FormatException problem) throws Refused {
    if (problem.reason() == Reason.DUPLICATE_KEY) {
      throw new Refused(
          Refusal.SAME_TARGET, "%s, %s, %s".formatted(where(), problem.field(), problem.found()));
    }
    if (problem.reason() != Reason.BAD_VALUE) {
      throw broken(String.valueOf(problem.getMessage()));
    }
  }

  private List<DeviceCodeRow> rows(GpuTarget target, BundleOrigin origin, long sizeBytes) {
    return bundle.wrappers().stream()
        .map(wrapper -> new DeviceCodeRow(wrapper, target, origin, sizeBytes))
        .toList();
  }

  private Refused broken(String why) {
    return new Refused(Refusal.BROKEN_BUNDLE, "%s: %s".formatted(where(), why));
  }

  private String where() {
    List<String> wrappers =
        bundle.wrappers().stream().limit(MOST_NAMED).map(String::valueOf).toList();
    int more = bundle.wrappers().size() - wrappers.size();
    if (wrappers.size() == 1) {
      return "the bundle of wrapper " + wrappers.getFirst();
    }
    return more > 0
        ? "the bundle of wrappers %s and %d more".formatted(String.join(", ", wrappers), more)
        : "the bundle of wrappers %s and %s"
            .formatted(
                String.join(", ", wrappers.subList(0, wrappers.size() - 1)), wrappers.getLast());
  }

  private static String name(BundleEntry entry) {
    return "entry %d (%s)".formatted(entry.index(), entry.id().text());
  }
}

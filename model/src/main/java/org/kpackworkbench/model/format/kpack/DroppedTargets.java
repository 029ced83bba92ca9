package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The note that archives and manifests keep of the code that was removed on purpose: an array under
 * a key of its own, which other readers ignore. An item is a map of a target and of the binaries
 * that lost code for it, with the indices of their wrappers; or a target as a text, where nothing
 * is left of it and it is not known what had it. Never changes.
 *
 * @param byTarget for each target the binaries and their wrappers' indices; no binary where that is
 *     not known
 */
public record DroppedTargets(SortedMap<String, SortedMap<String, SortedSet<Integer>>> byTarget) {
  /** No note. */
  public static final DroppedTargets NONE = new DroppedTargets(new TreeMap<>());

  /** The key in the table of an archive, or in a manifest. */
  public static final String KEY = "dropped_by_prune";

  private static final String TARGET = "target";
  private static final String BINARIES = "binaries";
  private static final int MOST_BYTES = 1 << 22;

  public DroppedTargets {
    SortedMap<String, SortedMap<String, SortedSet<Integer>>> copy = new TreeMap<>();
    byTarget.forEach(
        (target, binaries) -> {
          SortedMap<String, SortedSet<Integer>> own = new TreeMap<>();
          binaries.forEach((binary, indices) -> own.put(binary, new TreeSet<>(indices)));
          copy.put(target, own);
        });
    byTarget = copy;
  }

  /** A note of targets of which nothing is left, whatever had code for them. */
  public static DroppedTargets all(Collection<String> targets) {
    SortedMap<String, SortedMap<String, SortedSet<Integer>>> all = new TreeMap<>();
    targets.forEach(target -> all.put(target, new TreeMap<>()));
    return new DroppedTargets(all);
  }

  /** Collects what wrappers lose. For one thread. */
  public static final class Collector {
    private final SortedMap<String, SortedMap<String, SortedSet<Integer>>> byTarget =
        new TreeMap<>();

    /** Adds a wrapper's code for a target. */
    public void add(String target, String binary, int index) {
      byTarget
          .computeIfAbsent(target, key -> new TreeMap<>())
          .computeIfAbsent(binary, key -> new TreeSet<>())
          .add(index);
    }

    /** All of it. */
    public DroppedTargets note() {
      return new DroppedTargets(byTarget);
    }
  }

  /** The targets, in the order of their texts. */
  public Set<String> targets() {
    return byTarget.keySet();
  }

  /** Whether a wrapper's code for a target was removed, if it had some. */
  public boolean has(GpuTarget target, String binary, int index) {
    return byTarget.entrySet().stream()
        .filter(each -> GpuTarget.lenient(each.getKey()).equals(target))
        .map(Map.Entry::getValue)
        .anyMatch(
            binaries ->
                binaries.isEmpty()
                    || binaries.getOrDefault(binary, new TreeSet<>()).contains(index));
  }

  /** This and what was removed before or after; all of a target wherever one of the two says so. */
  public DroppedTargets with(DroppedTargets other) {
    SortedMap<String, SortedMap<String, SortedSet<Integer>>> sum =
        new TreeMap<>(new DroppedTargets(byTarget).byTarget());
    other.byTarget.forEach(
        (target, binaries) -> {
          SortedMap<String, SortedSet<Integer>> own = sum.get(target);
          if (own == null || binaries.isEmpty()) {
            sum.put(target, binaries);
          } else if (!own.isEmpty()) {
            binaries.forEach(
                (binary, indices) ->
                    own.computeIfAbsent(binary, key -> new TreeSet<>()).addAll(indices));
          }
        });
    return new DroppedTargets(sum);
  }

  /**
   * Adds this to the note of an archive or manifest.
   *
   * @param fields the keys and values of a table or manifest
   * @return the same with the note, in its place or at the end
   */
  public List<RawPair> addTo(List<RawPair> fields) {
    RawPair note = MsgEncoder.pair(KEY, of(fields).with(this).encoded());
    List<RawPair> now = new ArrayList<>();
    boolean there = false;
    for (RawPair field : fields) {
      boolean same = field.name().equals(KEY);
      if (!same || !there) {
        now.add(same ? note : field);
      }
      there |= same;
    }
    if (!there) {
      now.add(note);
    }
    return List.copyOf(now);
  }

  /** The note of a table or manifest; none if there is none, or one that cannot be read. */
  public static DroppedTargets of(List<RawPair> fields) {
    for (RawPair field : fields) {
      if (field.name().equals(KEY)) {
        return read(ByteView.of(KEY, field.value()));
      }
    }
    return NONE;
  }

  /**
   * Returns the note of an archive; none if there is none, or one that cannot be read.
   *
   * @throws FormatException if its file changed meanwhile, or was closed
   */
  public static DroppedTargets of(KpackArchive archive) throws FormatException {
    for (KpackArchive.TableField field : archive.fields()) {
      if (field.name().equals(KEY) && field.value().length() <= MOST_BYTES) {
        return read(archive.view().slice(field.value().start(), field.value().length()));
      }
    }
    return NONE;
  }

  /** The note by itself; without binaries where they would make it too long to be read. */
  public byte[] encoded() {
    byte[] encoded = MsgEncoder.value(value());
    return encoded.length <= MOST_BYTES ? encoded : MsgEncoder.value(all(targets()).value());
  }

  /** Reads what {@link #encoded} made; none if it is something else. */
  public static DroppedTargets decoded(ByteView bytes) {
    return read(bytes);
  }

  private MsgValue value() {
    List<MsgValue> items = new ArrayList<>();
    byTarget.forEach(
        (target, binaries) -> {
          Map<String, MsgValue> indices = new LinkedHashMap<>();
          binaries.forEach((binary, each) -> indices.put(binary, MsgValue.Array.numbers(each)));
          MsgValue.Text name = new MsgValue.Text(target);
          Map<String, MsgValue> item = new LinkedHashMap<>(Map.of(TARGET, name));
          item.put(BINARIES, MsgValue.Mapping.of(indices));
          items.add(indices.isEmpty() ? name : MsgValue.Mapping.of(item));
        });
    return new MsgValue.Array(items);
  }

  private static DroppedTargets read(ByteView value) {
    SortedMap<String, SortedMap<String, SortedSet<Integer>>> read = new TreeMap<>();
    try {
      if (value.size() <= MOST_BYTES
          && new MsgCursor(value, 0, value.size(), "note of prune").value(KEY)
              instanceof MsgValue.Array(List<MsgValue> items)) {
        items.forEach(item -> read(item, read));
      }
    } catch (FormatException noNote) {
      // What another writer put under the key says nothing of what was dropped.
      return NONE;
    }
    return new DroppedTargets(read);
  }

  private static void read(
      MsgValue item, SortedMap<String, SortedMap<String, SortedSet<Integer>>> read) {
    switch (item) {
      case MsgValue.Text(String target) -> read.put(target, new TreeMap<>());
      case MsgValue.Mapping map -> {
        // A target without binaries would mean all of them.
        if (map.get(TARGET).orElse(null) instanceof MsgValue.Text(String target)
            && map.get(BINARIES).orElse(null) instanceof MsgValue.Mapping(var pairs)) {
          SortedMap<String, SortedSet<Integer>> binaries = new TreeMap<>();
          pairs.forEach(pair -> read(pair, binaries));
          if (!binaries.isEmpty()) {
            read.putIfAbsent(target, binaries);
          }
        }
      }
      default -> {}
    }
  }

  private static void read(MsgValue.Pair pair, SortedMap<String, SortedSet<Integer>> binaries) {
    if (pair.key() instanceof MsgValue.Text(String binary)
        && pair.value() instanceof MsgValue.Array(List<MsgValue> items)) {
      SortedSet<Integer> indices = new TreeSet<>();
      for (MsgValue index : items) {
        if (index instanceof MsgValue.Int(var number) && number.bitLength() < Integer.SIZE) {
          indices.add(number.intValue());
        }
      }
      binaries.put(binary, indices);
    }
  }
}

package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.msgpack.RawPair;

/**
 * The note that archives and manifests keep of the targets whose code was removed on purpose: an
 * array of texts under a key of its own, which other readers ignore. Never changes.
 */
public final class DroppedTargets {
  /** The key in the table of an archive, or in a manifest. */
  public static final String KEY = "dropped_by_prune";

  private static final int MOST_BYTES = 1 << 16;

  private DroppedTargets() {}

  /**
   * Adds targets to the note, after those that it has.
   *
   * @param fields the keys and values of a table or manifest
   * @return the same with the note, in its place or at the end
   */
  public static List<RawPair> add(List<RawPair> fields, Collection<String> targets) {
    Set<String> all = new TreeSet<>(of(fields));
    all.addAll(targets);
    RawPair note = MsgEncoder.pair(KEY, MsgEncoder.texts(List.copyOf(all)));
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

  /** The targets that were dropped; empty where there is no note, or one that cannot be read. */
  public static List<String> of(List<RawPair> fields) {
    for (RawPair field : fields) {
      if (field.name().equals(KEY)) {
        return read(ByteView.of(KEY, field.value()));
      }
    }
    return List.of();
  }

  /**
   * The same of an archive.
   *
   * @throws FormatException where its file changed meanwhile, or was closed
   */
  public static List<String> of(KpackArchive archive) throws FormatException {
    for (KpackArchive.TableField field : archive.fields()) {
      if (field.name().equals(KEY) && field.value().length() <= MOST_BYTES) {
        return read(archive.view().slice(field.value().start(), field.value().length()));
      }
    }
    return List.of();
  }

  private static List<String> read(ByteView value) {
    List<String> targets = new ArrayList<>();
    try {
      if (value.size() <= MOST_BYTES
          && new MsgCursor(value, 0, value.size(), "note of prune").value(KEY)
              instanceof MsgValue.Array(List<MsgValue> items)) {
        for (MsgValue item : items) {
          if (item instanceof MsgValue.Text(String target)) {
            targets.add(target);
          }
        }
      }
    } catch (FormatException noNote) {
      // What another writer put under the key says nothing of what was dropped.
      return List.of();
    }
    return List.copyOf(targets);
  }
}

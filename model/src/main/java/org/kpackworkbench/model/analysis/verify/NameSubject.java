package org.kpackworkbench.model.analysis.verify;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;

/**
 * The name of a file, folder or link in a tree.
 *
 * @param path its path below the tree's root, with {@code /}
 * @param clash another name in the same folder that differs in upper and lower case only; null
 *     where there is none
 */
public record NameSubject(Place place, String path, @Nullable String clash) implements Subject {
  /** Its own name. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Override
  public ByteView bytes() {
    return ByteView.of(path, new byte[0]);
  }
}

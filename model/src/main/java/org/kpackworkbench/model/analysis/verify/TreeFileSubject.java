package org.kpackworkbench.model.analysis.verify;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.registry.Format;

/**
 * A file of an artifact or of another tree, whatever it is.
 *
 * @param position where it is in its tree
 * @param kind what it is
 * @param context the context of the file
 */
public record TreeFileSubject(
    Place place, ByteView bytes, TreePosition position, Format kind, VerifyContext context)
    implements Subject {

  /**
   * The name of a file, folder or link in a tree.
   *
   * @param path its path below the tree's root, with {@code /}
   * @param clash another name in the same folder that differs in upper and lower case only; null if
   *     there is none
   */
  public record Name(Place place, String path, @Nullable String clash) implements Subject {
    /** Its own name. */
    public String name() {
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }
}

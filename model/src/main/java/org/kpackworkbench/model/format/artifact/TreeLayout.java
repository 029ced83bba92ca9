package org.kpackworkbench.model.format.artifact;

/** The kinds of trees that a file belongs to. */
public enum TreeLayout {
  /** An artifact's folder, whose device code lies in other artifacts of the same shard. */
  ARTIFACT,
  /** A tree onto which artifacts were laid, stage prefixes side by side. */
  OVERLAID,
  /** A tree with one root, which has the archives in its {@code .kpack} folder. */
  FLATTENED,
  /** No tree that is known: a file by itself. */
  LOOSE
}

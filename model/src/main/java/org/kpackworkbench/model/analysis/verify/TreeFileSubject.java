package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.analysis.verify.context.Surroundings;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.TreePosition;

/**
 * A file of an artifact or of another tree, whatever it is.
 *
 * @param position where it is in its tree
 * @param kind what it is
 * @param around what lies around it
 */
public record TreeFileSubject(
    Place place, ByteView bytes, TreePosition position, FileKind kind, Surroundings around)
    implements Subject {}

package org.kpackworkbench.model.format.kpm;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.TreePosition;

/**
 * A manifest.
 *
 * @param disk what really lies beside it
 * @param position where it is in its tree
 */
public record ManifestSubject(
    Place place, ByteView bytes, ManifestFile manifest, DiskReport disk, TreePosition position)
    implements Subject {}

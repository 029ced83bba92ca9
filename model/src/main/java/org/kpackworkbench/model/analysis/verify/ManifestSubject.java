package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpm.DiskReport;
import org.kpackworkbench.model.format.kpm.ManifestFile;

/**
 * A manifest.
 *
 * @param disk what really lies beside it
 * @param position where it is in its tree
 */
public record ManifestSubject(
    Place place, ByteView bytes, ManifestFile manifest, DiskReport disk, TreePosition position)
    implements Subject {}

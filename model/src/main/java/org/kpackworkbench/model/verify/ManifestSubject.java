package org.kpackworkbench.model.verify;

import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.manifest.DiskReport;
import org.kpackworkbench.model.manifest.ManifestFile;
import org.kpackworkbench.model.place.Place;

/**
 * A manifest.
 *
 * @param disk what really lies beside it
 */
public record ManifestSubject(Place place, ByteView bytes, ManifestFile manifest, DiskReport disk)
    implements Subject {}

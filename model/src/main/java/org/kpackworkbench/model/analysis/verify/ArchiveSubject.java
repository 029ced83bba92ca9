package org.kpackworkbench.model.analysis.verify;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/**
 * An archive, or what should be one.
 *
 * @param archive the archive; null where it could not be opened
 * @param failure why not; null where it could
 * @param blobs where its blobs lie; null where that cannot be known
 * @param position where it is in its tree; null for a part of a file
 */
public record ArchiveSubject(
    Place place,
    ByteView bytes,
    @Nullable KpackArchive archive,
    @Nullable FormatException failure,
    @Nullable StoredBlobs blobs,
    @Nullable TreePosition position)
    implements Subject {}

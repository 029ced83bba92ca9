package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;

/**
 * All frames of an archive that rows name, after they were read.
 *
 * @param place the archive
 * @param count how many there are
 * @param withoutChecksum how many of them have no checksum of their content
 * @param firstWithout where the first of these is stored; -1 where all have one
 */
public record FramesSubject(
    Place place, ByteView bytes, int count, int withoutChecksum, long firstWithout)
    implements Subject {}

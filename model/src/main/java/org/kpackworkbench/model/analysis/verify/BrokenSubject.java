package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;

/**
 * A file, or a part of one, that cannot be read as what it says it is.
 *
 * @param kind what it says it is, in words
 * @param failure why it cannot be read
 */
public record BrokenSubject(Place place, ByteView bytes, String kind, FormatException failure)
    implements Subject {}

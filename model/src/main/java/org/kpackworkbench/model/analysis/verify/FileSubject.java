package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Format;

/**
 * A file as such, of any kind; what is in it are subjects of their own.
 *
 * @param format what it is by its content
 */
public record FileSubject(Place place, ByteView bytes, Format format) implements Subject {}

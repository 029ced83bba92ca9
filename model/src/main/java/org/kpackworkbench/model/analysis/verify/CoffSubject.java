package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffFile;

/** A Windows binary. */
public record CoffSubject(Place place, ByteView bytes, CoffFile coff) implements Subject {}

package org.kpackworkbench.model.verify;

import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.coff.CoffFile;
import org.kpackworkbench.model.place.Place;

/** A Windows binary. */
public record CoffSubject(Place place, ByteView bytes, CoffFile coff) implements Subject {}

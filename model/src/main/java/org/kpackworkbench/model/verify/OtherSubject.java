package org.kpackworkbench.model.verify;

import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.place.Place;

/** A file of a kind that no rule is about. */
public record OtherSubject(Place place, ByteView bytes) implements Subject {}

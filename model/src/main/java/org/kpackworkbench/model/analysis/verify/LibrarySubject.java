package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.ar.StaticLibrary;

/** A static library; its members are subjects of their own. */
public record LibrarySubject(Place place, ByteView bytes, StaticLibrary library)
    implements Subject {}

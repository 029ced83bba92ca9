package org.kpackworkbench.model.format.tensile;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;

/** A library, and the kernels beside it. */
record TensileSubject(Place place, ByteView bytes, TensileDocument document, KernelsBeside kernels)
    implements Subject {}

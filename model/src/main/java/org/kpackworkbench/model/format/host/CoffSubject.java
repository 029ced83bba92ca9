package org.kpackworkbench.model.format.host;

import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * A Windows binary, of which {@code fat} is the device code.
 *
 * @param fat has a {@link CoffFile} as its image
 */
public record CoffSubject(Place place, FatBinary fat) implements Subject {

  /** The binary. */
  public CoffFile coff() {
    return (CoffFile) fat.image();
  }
}

package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfClaims;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfInfoTables;
import org.kpackworkbench.model.format.elf.ElfPlaceFinder;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** An open ELF file for the host. */
public final class ElfDocument extends HostDocument {

  ElfDocument(OpenSource source, Opening opening) throws FormatException {
    super(source, ElfFormat.FORMAT, ElfFile.read(source.bytes()), opening);
  }

  /** The ELF file. */
  public ElfFile elf() {
    return fat().elf();
  }

  @Override
  protected String typeName() {
    return elf().typeName();
  }

  @Override
  protected String machineName() {
    return elf().header().machineName();
  }

  @Override
  protected List<FormatException> imageProblems() {
    return elf().problems();
  }

  @Override
  protected List<Claim> imageClaims() throws FormatException {
    return ElfClaims.of(elf(), place(), null);
  }

  @Override
  protected void describeTables(Report report) {
    new ElfInfoTables(elf()).describe(report);
  }

  @Override
  protected Optional<Place> imagePlace(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException, IOException {
    return new ElfPlaceFinder(syntax, new ElfPlaces(elf(), place())).find(form, name);
  }
}

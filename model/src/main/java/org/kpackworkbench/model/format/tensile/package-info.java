/**
 * Tensile's solution libraries: which kernel rocBLAS, hipBLASLt or hipSPARSELt takes for a problem.
 * They are MessagePack ({@code .dat}), the same in a zlib stream ({@code .dat.zlib}), or YAML.
 *
 * <pre>
 * file:      {version?, solutions: [solution…], library: node}
 * newer:     {format_version: 2, version?, solutions_index: [index, offset, length…],
 *             solutions_blob: solutions one behind another, library: node}
 * solution:  {index, name, kernelName?, hardwarePredicate, problemType, sizeMapping…}
 * node:      {type: Hardware | Problem…, rows: [{predicate, library: node}…]}
 *            {type: ProblemMap, property, map: {name: node…}}
 *            {type: Matching, properties, distance, table: [{key: [size…], value: node or index, speed}…]}
 *            {type: Single, index}
 *            {type: Placeholder, value: name of a file beside it, without its ending}
 * </pre>
 *
 * <p>A file may have a hundred megabytes of solutions, so of each only its place and number are
 * kept; what a row shows is read when it is shown. Kernels are in code objects beside the library.
 */
package org.kpackworkbench.model.format.tensile;

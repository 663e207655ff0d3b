"""A trained network as ONNX with weights of 8 bits: what ships."""

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from torch import Tensor, nn

from kg.training.network import TaggingNetwork

_OPSET = 17
#: convolutions of 8 bits are slower than plain ones
_QUANTISED = ["MatMul", "Gather"]


class _OneDocument(nn.Module):  # type: ignore[misc]
    """The network for one document: no mask, and logarithms of probabilities."""

    def __init__(self, network: TaggingNetwork, head: str) -> None:
        super().__init__()
        self.network = network
        self.head = head

    def forward(self, pieces: Tensor, first: Tensor, features: Tensor) -> Tensor:
        [scores] = self.network(pieces, torch.ones_like(pieces), first.unsqueeze(0), features.unsqueeze(0), [self.head])
        return torch.log_softmax(scores[0], dim=-1)


def export_network(network: TaggingNetwork, head: str) -> bytes:
    """Serialise the network with one head, its weights in 8 bits.

    Activations are quantised while the network runs, by the range that they have in the one document (Jacob et al.
    2018, section 2): the result depends on no other document. Weights take 7 of the 8 bits, because processors
    without VNNI add up products of 8 bits beyond their range.

    Returns:
        An ONNX model. Inputs: `pieces` (1 × pieces), `first` (tokens), `features` (tokens × features), all int64.
        Output: `tags` (tokens × values), logarithms of probabilities, float32.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    network.eval()
    example = (torch.ones((1, 7), dtype=torch.long), torch.arange(1, 6), torch.zeros((5, 7), dtype=torch.long))
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain, prepared, small = (Path(folder) / f"{name}.onnx" for name in ("plain", "prepared", "small"))
        torch.onnx.export(
            _OneDocument(network, head),
            example,
            plain,
            input_names=["pieces", "first", "features"],
            output_names=["tags"],
            dynamic_axes={"pieces": {1: "n"}, "first": {0: "m"}, "features": {0: "m"}, "tags": {0: "m"}},
            opset_version=_OPSET,
            dynamo=False,
        )
        quant_pre_process(plain, prepared, skip_symbolic_shape=True)
        quantize_dynamic(
            prepared,
            small,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            op_types_to_quantize=_QUANTISED,
        )
        return small.read_bytes()
